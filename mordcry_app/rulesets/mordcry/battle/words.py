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
    PHASE_BEFORE = "phase_before"
    """The phase that a battle was in when its players began to use only dice and attacks."""
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
    REMOVED_BY = "removed_by"
    """The side that has taken the first of the vanishing objectives out of play."""


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
    ROLLED_SINGLES = "rolled_singles"
    """How many singles it counted before wild dice were declared."""
    HAS_ARRIVED = "has_arrived"
    """1 once its reserves of this round have been seen to."""
    LEADER = "leader"
    """The fighter that led it when the battle began."""
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
    LOSSES = "losses"
    """Own fighters put out of action in this round."""
    NEAR_TREASURE = "near_treasure"
    """Own fighters within 3″ of the treasure that nobody carried at the end."""
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
    HOLDS = "holds"
    """1 when it stood within 3″ of an objective of its side at the end."""
    DELAYED = "delayed"
    """1 once it has come late out of reserve: it is not rolled for again."""
    NERVE_TARGET = "nerve_target"
    """The enemy that its Nerve Strike is meant for."""
    SHOTS = "shots"
    """Shots left with a weapon whose ammunition is limited; set by its first shot."""
    DROPPED = "dropped"
    """The weapon that it has dropped, by id, while it is disarmed."""


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
    JUST_MOVED = "just_moved"
    """It has made a move action in this activation: it may pick up a treasure that it came by."""
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
    FOUGHT = "fought"
    """It has struck in a combat in this round, where everybody in one strikes by Speed."""
    SHIELD_USED = "shield_used"
    """Its shield has been tried in this round (or activation)."""
    SLEW = "slew"
    """It has put enemies out of action in this activation."""
    DREW_BLOOD = "drew_blood"
    """It has done damage in melee in this activation."""
    STRUCK_AT = "struck_at"
    """It has been attacked in melee in this battle."""


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
    PRONE = "prone"
    """Lying down without being knocked down; only where the house rule `prone` tells them apart."""


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
    Ailment.PRONE: "Prone",
}
