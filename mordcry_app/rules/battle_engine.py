"""What the shared battle screen asks of a ruleset: what can be done, and what comes of it.

The frame (events, saving, undo, the log, the dice) belongs to the program. A ruleset brings an
engine: a pure account of what is allowed now and why something is not, and a procedure for each
command. A command's dice and choices are asked like those of any other procedure.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Literal, Protocol

from pydantic import Field

from mordcry_app.rules.battle import Battle
from mordcry_app.rules.battle_effects import BattleEffect
from mordcry_app.rules.procedure import Option, Procedure
from mordcry_app.rules.ruleset_words import BattleResult
from mordcry_app.rules.schema import Identifier, Record
from mordcry_app.rules.state import State

CommandValue = bool | int | str | tuple[int, ...] | tuple[str, ...]


class Command(Record):
    """Something that a player does in a battle: its kind, and whom and what it is about.

    A `forced` one is done although the engine would not allow it; its event is marked as by hand.
    """

    kind: Identifier
    values: dict[Identifier, CommandValue] = Field(default_factory=dict, max_length=40)
    forced: bool = False

    def number(self, key: str) -> int:
        """Return a value that is a number; 0 when it is missing."""
        value = self.values.get(key, 0)
        return value if isinstance(value, int) else 0

    def word(self, key: str) -> str:
        """Return a value that is a word; empty when it is missing."""
        value = self.values.get(key, "")
        return value if isinstance(value, str) else ""

    def is_set(self, key: str) -> bool:
        """Say whether a value is true."""
        return self.values.get(key) is True

    def numbers(self, key: str) -> tuple[int, ...]:
        """Return a value that is some numbers; none when it is missing."""
        value = self.values.get(key, ())
        if not isinstance(value, tuple):
            return ()
        return tuple(number for number in value if isinstance(number, int))

    def words(self, key: str) -> tuple[str, ...]:
        """Return a value that is some words; none when it is missing."""
        value = self.values.get(key, ())
        return tuple(w for w in value if isinstance(w, str)) if isinstance(value, tuple) else ()


Tone = Literal["plain", "good", "bad", "gold", "muted"]


@dataclass(frozen=True, slots=True)
class Mark:
    """A word or two about a battle, a side or a fighter: `stunned`, `initiative`, `treasure`."""

    text: str
    tone: Tone = "plain"
    hint: str = ""


@dataclass(frozen=True, slots=True)
class DiceSet:
    """Some dice of a side that belong together: a single, or `double 5`."""

    faces: tuple[int, ...]
    name: str = ""


@dataclass(frozen=True, slots=True)
class Offer:
    """Something that can be done now or, with `refused`, cannot, and why not.

    `group` sorts offers on the screen. `fighter` is whom it is about. `is_next` marks what is
    usually done next; one that `opens_form` is put together on the attack panel first.
    """

    id: str
    group: Literal["round", "turn", "action", "ability", "item", "objective", "end"]
    label: str
    command: Command
    detail: str = ""
    refused: str = ""
    fighter: int | None = None
    is_next: bool = False
    opens_form: bool = False


@dataclass(frozen=True, slots=True)
class FighterStatus:
    """How a fighter stands: its Wounds as they are now, and what there is to say of it.

    `arrives` is the round in which it comes, 1 for one that starts on the table; 0 where that has
    not been settled.
    """

    id: int
    wounds: int
    marks: tuple[Mark, ...] = ()
    is_active: bool = False
    has_acted: bool = False
    arrives: int = 0


@dataclass(frozen=True, slots=True)
class SideStatus:
    """How a side stands: its dice, and what there is to say of it."""

    id: int
    dice: tuple[DiceSet, ...] = ()
    marks: tuple[Mark, ...] = ()
    is_on_turn: bool = False


@dataclass(frozen=True, slots=True)
class Decided:
    """Something that the set-up decided: its id, what it is called, what came of it, what it does.

    `Twist`, `Fog that lifts`, and what fog does. `row` is the row of a table that was drawn.
    """

    id: str
    label: str
    text: str
    detail: str = ""
    row: str = ""


@dataclass(frozen=True, slots=True)
class BattleStatus:
    """How a battle stands, in words: `Round 2 of 4`, whose turn it is, and what acts.

    `decided` is what the set-up decided, for paper; `rounds` how many there are, 0 where nothing
    says so.
    """

    title: str
    turn: str
    marks: tuple[Mark, ...] = ()
    sides: tuple[SideStatus, ...] = ()
    fighters: tuple[FighterStatus, ...] = ()
    decided: tuple[Decided, ...] = ()
    rounds: int = 0


@dataclass(frozen=True, slots=True)
class Switch:
    """Something that may count in an attack: a charge, cover, a skill. `group` sorts switches."""

    id: str
    label: str
    source: str = ""
    is_on: bool = False
    refused: str = ""


@dataclass(frozen=True, slots=True)
class AttackForm:
    """All that can be chosen before an attack, with what is chosen; `command` is the attack.

    `dice` is how many it rolls. They can be split over several targets when there is more than one
    and `may_split`.
    """

    command: Command
    attackers: tuple[Option, ...]
    weapons: tuple[Option, ...]
    targets: tuple[Option, ...]
    switches: tuple[Switch, ...]
    dice: int
    may_split: bool = False
    refused: str = ""


@dataclass(frozen=True, slots=True)
class ForecastStep:
    """One step of an attack before it is rolled: `Hit`, `WS 6 v 5`, `3+`."""

    label: str
    detail: str
    needs: str


@dataclass(frozen=True, slots=True)
class Forecast:
    """What an attack is worth before the dice fall; chances from 0 to 1.

    `damage` is before it is capped by the wounds left. `statuses` gives the chance of each.
    """

    steps: tuple[ForecastStep, ...]
    damage: Mapping[int, float]
    wounds_left: int
    p_out: float
    mean_damage: float
    p_any_critical: float
    statuses: tuple[tuple[str, float], ...] = ()


@dataclass(frozen=True, slots=True)
class MatrixRow:
    """One way in which one fighter can attack, and what it is worth against each target.

    `cells` has for each target the chance to put it out of action and the mean damage, or none
    where it cannot be attacked like that.
    """

    fighter: int
    weapon: str
    label: str
    cells: Mapping[int, tuple[float, float] | None]


CorrectionKind = Literal["none", "number", "choice", "choice_and_number", "dice"]


@dataclass(frozen=True, slots=True)
class Correction:
    """Something that players may put right by hand, and how it stands now.

    `kind` says what is entered: nothing (a click does it), a number from `least` to `most`, one of
    `options`, an option with a number, or the faces of some dice. `current` says in words how it
    stands; `number`, `choice` and `dice` are the same as values to start from. `with_value` makes
    the command of it.
    """

    id: str
    label: str
    kind: CorrectionKind
    command: Command
    current: str = ""
    options: tuple[Option, ...] = ()
    number: int = 0
    least: int = 0
    most: int = 99
    choice: str = ""
    dice: tuple[int, ...] = ()

    def with_value(
        self, *, choice: str = "", number: int = 0, dice: tuple[int, ...] = ()
    ) -> Command:
        """Return the command that changes it; values that its kind does not need are left out."""
        values: dict[str, CommandValue] = {**self.command.values}
        if self.kind in ("choice", "choice_and_number"):
            values["choice"] = choice
        if self.kind in ("number", "choice_and_number"):
            values["number"] = number
        if self.kind == "dice":
            values["dice"] = dice
        return self.command.model_copy(update={"values": values})


@dataclass(frozen=True)
class Ending:
    """What a battle came to, as far as it is known: for the record of it.

    Fighters and sides by id. `unhurt` were put out of action without an injury to roll for.
    """

    results: Mapping[int, BattleResult]
    objectives: Mapping[int, int] = field(default_factory=dict[int, int])
    treasures: Mapping[int, int] = field(default_factory=dict[int, int])
    holders: frozenset[int] = frozenset()


class BattleEngine(Protocol):
    """A ruleset’s side of a battle, under the house rules of one campaign."""

    def begin(
        self, state: State, number: int, setup: tuple[BattleEffect, ...], *, is_whole: bool
    ) -> Battle:
        """Return a battle as it begins: who fights, and what the set-up decided.

        One whose set-up is not whole has only its fighters: dice and attacks, no rounds to keep to.
        """
        ...

    def offers(self, state: State, battle: Battle) -> tuple[Offer, ...]:
        """Return what can be done now, and what cannot and why."""
        ...

    def refusal(self, state: State, battle: Battle, command: Command) -> str:
        """Return a sentence that says why a command is not allowed now, or nothing."""
        ...

    def label(self, state: State, battle: Battle, command: Command) -> str:
        """Return a command in words, for the log and the history: `Anselm strikes Ruta`."""
        ...

    def procedure(self, state: State, battle: Battle, command: Command) -> Procedure:
        """Return what a command does; raises `Refusal` for one that makes no sense at all."""
        ...

    def status(self, state: State, battle: Battle) -> BattleStatus:
        """Return how the battle stands, in words."""
        ...

    def attack_form(self, state: State, battle: Battle, command: Command) -> AttackForm:
        """Return what can be chosen for an attack, given what has been chosen so far."""
        ...

    def forecast(self, state: State, battle: Battle, command: Command) -> Forecast | None:
        """Return what an attack is worth; none for what is no attack, or not yet put together."""
        ...

    def matrix(self, state: State, battle: Battle, side: int) -> tuple[MatrixRow, ...]:
        """Return what every attack of a side on every enemy on the table is worth."""
        ...

    def plan(self, state: State, battle: Battle, attacks: Sequence[Command]) -> tuple[float, ...]:
        """Return how likely the target is out of action after each of several attacks on it.

        Raises `Refusal` for attacks that are not all on one target.
        """
        ...

    def corrections(
        self, state: State, battle: Battle, *, fighter: int | None = None, side: int | None = None
    ) -> tuple[Correction, ...]:
        """Return what can be put right by hand: about a fighter, a side, or else the battle."""
        ...

    def ending(self, state: State, battle: Battle) -> Ending:
        """Return what the battle comes to if it ends now."""
        ...

    def is_over(self, battle: Battle) -> bool:
        """Say whether the battle has been decided or has run its rounds."""
        ...
