"""The battle engine of the made-up ruleset: blows, a cheer that lasts, and glory paid at once."""

from __future__ import annotations

from collections.abc import Sequence

from mordcry_app.rules.battle import Battle, Fighter, Side, apply_battle
from mordcry_app.rules.battle_effects import (
    BATTLE,
    AddFact,
    BattleEffect,
    Bend,
    Hurt,
    KnockOut,
    PassTime,
    SetFact,
)
from mordcry_app.rules.battle_engine import (
    AttackForm,
    BattleStatus,
    Command,
    Correction,
    Ending,
    FighterStatus,
    Forecast,
    Mark,
    MatrixRow,
    Offer,
    SideStatus,
)
from mordcry_app.rules.catalogue import Content, HouseRules
from mordcry_app.rules.effects import Gain
from mordcry_app.rules.effects import member as member_target
from mordcry_app.rules.playing import Asking, Play
from mordcry_app.rules.procedure import Option, Procedure
from mordcry_app.rules.refusal import Refusal
from mordcry_app.rules.state import State

WOUNDS = 2
NEEDED = 4


class TinyBattle:
    """Two sides strike each other; whoever has somebody left at the end has won."""

    def __init__(self, content: Content, rules: HouseRules) -> None:
        self._content = content
        self._rules = rules

    def begin(
        self, state: State, number: int, setup: tuple[BattleEffect, ...], *, is_whole: bool
    ) -> Battle:
        fighters = {
            member.id: Fighter(member.id, member.roster_id)
            for member in state.members.values()
            if member.state == "active" and not member.misses_next_battle
        }
        sides = {roster: Side(roster) for roster in state.rosters}
        return apply_battle(Battle(number, fighters, sides, {"whole": int(is_whole)}), setup)

    def offers(self, state: State, battle: Battle) -> tuple[Offer, ...]:
        strikes = [
            Offer(
                f"strike/{fighter.id}",
                "action",
                f"{self._play(state, battle).name(fighter.id)} strikes",
                Command(kind="strike", values={"fighter": fighter.id}),
                fighter=fighter.id,
                refused=self.refusal(
                    state, battle, Command(kind="strike", values={"fighter": fighter.id})
                ),
            )
            for fighter in battle.fighters.values()
        ]
        return (*strikes, Offer("end", "round", "End the round", Command(kind="end_round")))

    def refusal(self, state: State, battle: Battle, command: Command) -> str:
        if command.kind == "strike":
            fighter = battle.fighters.get(command.number("fighter"))
            if fighter is None or not fighter.is_on_table:
                return "Whoever is out strikes nobody."
        return ""

    def label(self, state: State, battle: Battle, command: Command) -> str:
        play = self._play(state, battle)
        match command.kind:
            case "strike":
                return f"{play.name(command.number('fighter'))} strikes"
            case "cheer":
                return f"{play.name(command.number('fighter'))} cheers"
            case _:
                return "The round ends"

    def procedure(self, state: State, battle: Battle, command: Command) -> Procedure:
        play = self._play(state, battle)
        fighter = command.number("fighter")
        if command.kind in ("strike", "cheer") and fighter not in battle.fighters:
            raise Refusal("Nobody like that fights here.")
        match command.kind:
            case "strike":
                summary = yield from self._strike(play, fighter)
            case "cheer":
                summary = yield from self._cheer(play, fighter)
            case "end_round":
                play.do(PassTime(what="round"), AddFact(who=BATTLE, key="round", amount=1))
                summary = ""
            case _:
                raise Refusal("That is not done here.")
        return play.outcome(summary)

    def status(self, state: State, battle: Battle) -> BattleStatus:
        return BattleStatus(
            f"Round {battle.number_of('round') + 1}",
            "",
            sides=tuple(SideStatus(side) for side in battle.sides),
            fighters=tuple(
                FighterStatus(
                    fighter.id,
                    WOUNDS,
                    tuple(Mark(bent.source, "good") for bent in fighter.modifiers),
                )
                for fighter in battle.fighters.values()
            ),
        )

    def attack_form(self, state: State, battle: Battle, command: Command) -> AttackForm:
        return AttackForm(command, (), (), (), (), 1)

    def forecast(self, state: State, battle: Battle, command: Command) -> Forecast | None:
        return None

    def matrix(self, state: State, battle: Battle, side: int) -> tuple[MatrixRow, ...]:
        return ()

    def plan(self, state: State, battle: Battle, attacks: Sequence[Command]) -> tuple[float, ...]:
        return ()

    def corrections(
        self, state: State, battle: Battle, *, fighter: int | None = None, side: int | None = None
    ) -> tuple[Correction, ...]:
        if fighter is None:
            return ()
        strike = Command(kind="strike", values={"fighter": fighter}, forced=True)
        return (Correction("strike", "Let it strike", "none", strike),)

    def ending(self, state: State, battle: Battle) -> Ending:
        left = {side: len(battle.on_table(side)) for side in battle.sides}
        best = max(left.values())
        if list(left.values()).count(best) > 1:
            return Ending(dict.fromkeys(left, "drew"))
        return Ending({side: "won" if count == best else "lost" for side, count in left.items()})

    def is_over(self, battle: Battle) -> bool:
        return any(not battle.on_table(side) for side in battle.sides)

    def _play(self, state: State, battle: Battle) -> Play:
        return Play(self._content, self._rules, state, battle)

    def _strike(self, play: Play, fighter: int) -> Asking[str]:
        foes = [foe.id for foe in play.battle.enemies_of(play.fighter(fighter).side)]
        options = [Option(str(foe), play.name(foe)) for foe in foes]
        target = int((yield from play.choose("target", options, "Whom?")))
        bonus = play.value(fighter, "might").total - play.content.characteristics["might"].base
        why = "To hit, 4 and more"
        (face,) = yield from play.roll("hit", "d6", why, need=NEEDED, critical=6)
        if face + bonus < NEEDED:
            return "missed"
        play.do(Hurt(fighter=target, amount=1))
        if play.fighter(target).damage >= WOUNDS:
            play.do(KnockOut(fighter=target, by=fighter))
            play.write(
                Gain(who=member_target(fighter), resource="glory", amount=1, reason="A blow")
            )
            name = play.name(target)
            text = f"{play.name(fighter)} {{}} {name} out."
            play.tell(text.format("puts"), told=text.format("put"))
        return "hit"

    def _cheer(self, play: Play, fighter: int) -> Asking[str]:
        friends = [friend.id for friend in play.battle.on_table(play.fighter(fighter).side)]
        heard = yield from play.pick_fighters("heard", friends, "Who hears it?", most=2)
        play.do(
            *(
                Bend(fighter=friend, stat="might", amount=1, until="round", source="Cheered")
                for friend in heard
            ),
            SetFact(who=BATTLE, key="cheered", value=tuple(heard)),
        )
        return f"{len(heard)} heard it"
