"""The names of what is known of a battle: facts, and statuses of fighters.

A fact about a side or the battle stays until it is set anew; what a fighter is or has done for
some time is a status, because statuses end by themselves. Rules: mordcry.txt, from “Initiative
Phase” to “Determine Victory, Loss, or Retreat”.
"""

from __future__ import annotations

from enum import StrEnum


class Phase(StrEnum):
    """Where in a round a battle is."""

    FREE = "free"
    """Nobody keeps to rounds: only dice and attacks are used."""
    SETUP = "setup"
    INITIATIVE = "initiative"
    WILD_DICE = "wild_dice"
    RESERVES = "reserves"
    ACTIONS = "actions"
    ROUND_END = "round_end"
    OVER = "over"


class Known(StrEnum):
    """Facts about the battle."""

    PHASE = "phase"
    ROUND = "round"
    """Number of the round, from 1; 0 before the first."""
    LAST_ROUND = "last_round"
    """The round after which the battle ends; 0 without a limit."""
    IS_CAPPED = "is_capped"
    """1 when the last round is only the safety cap of an endless condition: then it is a draw."""
    VICTORY = "victory"
    """Row of the victory table, by id."""
    TWIST = "twist"
    """Row of the twist table, by id."""
    DEPLOYMENT = "deployment"
    """Row of the deployment table, by id; or `opposite_edges`."""
    ATTACKER = "attacker"
    """The side that attacks; the other defends."""
    INITIATIVE = "initiative"
    """The side that has the initiative; 0 while it is open."""
    TURN = "turn"
    """The side whose turn it is to activate; 0 between turns."""
    ACTIVE = "active"
    """The fighter whose activation it is; 0 for nobody."""
    CALLED = "called"
    """The fighter that Inspiring Presence calls up next; 0 for nobody."""
    PASSES = "passes"
    """How many turns in a row were passed."""
    IS_FOGGY = "is_foggy"
    """1 while fighters 4″ or more apart do not see each other."""
    TREASURES = "treasures"
    """How many treasures lie on the table, carried by nobody."""
    OBJECTIVES = "objectives"
    """Numbers of the objectives that are in play, from 1."""
    AWAKE = "awake"
    """Numbers of the objectives that are awake, where only those count."""
    HELD = "held"
    """For each objective in `OBJECTIVES`, in the same order, the side that controls it, or 0."""
    QUARTERS = "quarters"
    """For the quarters 1 to 4, the side that has captured each at the end, or 0."""
    WINNER = "winner"
    """The side that has won; 0 for a draw or while it is open."""
    RETREATED = "retreated"
    """The side that has left the field; 0 for nobody."""


class OfSide(StrEnum):
    """Facts about a side."""

    SINGLES = "singles"
    """Faces of the singles of this round."""
    SETS = "sets"
    """Sets of ability dice that are left, each as 10 × face + size: 53 is a triple 5."""
    WILD_SETS = "wild_sets"
    """Faces of the sets that a wild die has been added to this round."""
    EXTRA_SINGLES = "extra_singles"
    """Wild dice, and other things, that count as singles this round."""
    WILD_DICE = "wild_dice"
    """Wild dice in hand."""
    HAS_DECLARED = "has_declared"
    """1 once the wild dice of this round have been declared."""
    HAS_ROLLED = "has_rolled"
    """1 once the initiative dice of this round lie."""
    POINTS = "points"
    """Victory points."""
    EXITS = "exits"
    """Fighters that have left over the enemy’s edge."""
    EDGE = "edge"
    """The edge that is its territory: `north`, `east`, `south`, `west`."""
    TALLY = "tally"
    """Points of the enemies put out of action in this round."""
    KNOCK_OUTS = "knock_outs"
    """Enemies put out of action in this round."""
    BLOODMARKED = "bloodmarked"
    """The fighter that the enemy must put out of action; 0 for none."""
    LAST_TRY = "last_try"
    """The round in which it last tried to retreat."""
    PRESENCE_USED = "presence_used"
    """1 once the twist’s free Inspiring Presence has been used."""
    FIRST_GROUP = "first_group"
    """The group that starts on the table, 1 to 3."""


class OfFighter(StrEnum):
    """Facts about a fighter."""

    GROUP = "group"
    """The group that it was put in, 1 to 3; 0 for none."""
    ARRIVES = "arrives"
    """The round in which it comes out of reserve; 0 for one that started on the table."""
    CARRIES = "carries"
    """1 while it carries a treasure."""
    SHOTS = "shots"
    """Shots left with a weapon whose ammunition is limited; set by its first shot."""


class Doing(StrEnum):
    """Statuses that say what a fighter has done or may do; players do not see them as injuries."""

    ACTED = "acted"
    """It counts as activated in this round."""
    WAITING = "waiting"
    """It waits: it may be activated once more, for 1 action, and may react."""
    SECOND_TIME = "second_time"
    """This is its second activation, after waiting."""
    REACTED = "reacted"
    """Reactions made in this round that cost an action."""
    ACTIONS = "actions"
    """Actions made in this activation."""
    ABILITY_USED = "ability_used"
    """It has used its ability in this activation."""
    MOVED = "moved"
    """It has made a move action in this round."""
    CHARGED = "charged"
    """It has made a successful charge in this activation."""
    ATTACKED = "attacked"
    """Attack actions made in this activation."""
    RAISED = "raised"
    """It came back in this round: no activation, ability or reaction before the next."""
    EXTRA_ACTION = "extra_action"
    """Further actions that it may make in this activation."""
    LOSES_ACTIVATION = "loses_activation"
    """Its next activation is lost."""
    SHIELD_USED = "shield_used"
    """Its shield has been tried in this round (or activation)."""


class Ailment(StrEnum):
    """Temporary statuses, which players see; 1 to 5 of the table of critical wounds come first."""

    STUNNED = "stunned"
    KNOCKED_DOWN = "knocked_down"
    HEAD_INJURY = "head_injury"
    LEG_INJURY = "leg_injury"
    ARM_INJURY = "arm_injury"
    ON_FIRE = "on_fire"
    POISONED = "poisoned"
    PINNED = "pinned"
    DISARMED = "disarmed"


AILMENT_NAMES = {
    Ailment.STUNNED: "Stunned",
    Ailment.KNOCKED_DOWN: "Knocked down",
    Ailment.HEAD_INJURY: "Head injury",
    Ailment.LEG_INJURY: "Leg injury",
    Ailment.ARM_INJURY: "Arm or hand injury",
    Ailment.ON_FIRE: "On fire",
    Ailment.POISONED: "Poisoned",
    Ailment.PINNED: "Pinned",
    Ailment.DISARMED: "Disarmed",
}
