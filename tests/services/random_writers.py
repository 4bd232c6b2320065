"""Every service that writes, called at random: what the property tests play with."""

from __future__ import annotations

import io
from collections.abc import Callable, Sequence
from functools import lru_cache
from random import Random
from typing import TypeVar

from PIL import Image

from mordcry_app.rules.dice import RandomSource
from mordcry_app.rules.ruleset_words import BattleResult
from mordcry_app.services import boards, pictures
from mordcry_app.services import roster_edits as edits
from mordcry_app.services.battle_entries import BattleEntry, SideEntry
from mordcry_app.services.battles import battles_view, default_entry, record_battle, revise_battle
from mordcry_app.services.board_view import board_view
from mordcry_app.services.campaign_file import CampaignFile
from mordcry_app.services.house_rules import set_house_rule
from mordcry_app.services.reading import (
    archetype_choices,
    campaign_view,
    item_choices,
    trait_choices,
)
from mordcry_app.services.rules_views import house_rules_view
from mordcry_app.services.views import CampaignView, MemberView, RosterView, Touched
from tests.services.worlds import answer_to, open_lines

TEXTS = ("", "Ansgar", '<b>R&D</b> "x"', "Żółw 山田 😀", "  many   spaces ", "x" * 200, "y" * 201)
NUMBERS = (-1_000_001, -30, -1, 0, 1, 2, 5, 40, 10**12)


RESULTS: tuple[tuple[BattleResult, BattleResult], ...] = (
    ("won", "lost"),
    ("lost", "won"),
    ("drew", "drew"),
    ("won", "retreated"),
)

Thing = TypeVar("Thing")


class Drawn(RandomSource):
    """Dice from a source of randomness that hypothesis can take apart."""

    def __init__(self, random: Random) -> None:
        self._random = random

    def face(self, sides: int) -> int:
        return self._random.randint(1, sides)


class Writers:
    """Calls one writer after the other on an open campaign, with arguments drawn at random.

    A writer may raise `Refusal`; anything else that it raises is a bug.
    """

    def __init__(self, file: CampaignFile, random: Random) -> None:
        self._file = file
        self._random = random
        self._dice = Drawn(random)

    @staticmethod
    def names() -> list[str]:
        """Return the names of all writers."""
        return [name for name in vars(Writers) if not name.startswith("_") and name != "names"]

    def rename_campaign(self) -> Touched:
        return edits.rename_campaign(self._file, self._text())

    def rename_player(self) -> Touched:
        return edits.rename_player(self._file, self._roster().id, self._text())

    def edit_roster(self) -> Touched:
        return edits.edit_roster(
            self._file,
            self._roster().id,
            name=self._maybe(self._text),
            motto=self._maybe(self._text),
            theme=self._maybe(self._text),
            player=self._maybe(self._text),
        )

    def rename_member(self) -> Touched:
        return edits.rename_member(self._file, self._anybody().id, self._text())

    def set_notes(self) -> Touched:
        return edits.set_notes(self._file, self._anybody().id, self._text())

    def set_tags(self) -> Touched:
        tags = self._random.choices(("brave", "two words", "x_1", "Żółw", "1st", ""), k=2)
        return edits.set_tags(self._file, self._anybody().id, tags)

    def move_member(self) -> Touched:
        return edits.move_member(self._file, self._anybody().id, self._random.randint(-2, 12))

    def correct_stat(self) -> Touched:
        value = self._pick((*range(10), *NUMBERS))
        return edits.correct_stat(self._file, self._anybody().id, self._stat(), value, self._text())

    def add_modifier(self) -> Touched:
        amount = self._pick((-99, -2, *NUMBERS))
        return edits.add_modifier(
            self._file, self._anybody().id, self._stat(), amount, self._text()
        )

    def remove_modifier(self) -> Touched:
        sources = [
            (member.id, value.stat, part.label)
            for member in self._everybody()
            for value in member.values
            for part in value.parts
            if part.by_hand
        ]
        member_id, stat, source = self._pick(sources or [(1, "ws", "nothing")])
        return edits.remove_modifier(self._file, member_id, stat, source)

    def add_trait(self) -> Touched:
        kind = self._pick(("skill", "ability", "injury", "curse"))
        known = trait_choices(self._file, kind)
        ref = self._pick(known).id if known else "unknown"
        return edits.add_trait(self._file, self._anybody().id, kind, ref, self._text())

    def remove_trait(self) -> Touched:
        member = self._anybody()
        traits = (*member.skills, *member.injuries, *member.pending)
        kind, ref = ("skill", "unknown")
        if traits:
            trait = self._pick(traits)
            kind, ref = trait.kind, trait.ref
        return edits.remove_trait(self._file, member.id, kind, ref, self._text())

    def give_item(self) -> Touched:
        member, roster = self._owner()
        return edits.give_item(
            self._file,
            self._pick(item_choices(self._file)).id,
            member_id=member,
            roster_id=roster,
            price=self._pick((0, 0, 1, *NUMBERS)),
        )

    def drop_item(self) -> Touched:
        member, roster = self._owner()
        return edits.drop_item(
            self._file,
            self._item_of(member, roster),
            member_id=member,
            roster_id=roster,
            refund=self._pick((0, 0, 1, *NUMBERS)),
        )

    def move_item(self) -> Touched:
        roster = self._roster()
        ids = [member.id for member in roster.members]
        source, aim = self._pick((None, *ids)), self._pick((None, *ids))
        ref = self._item_of(source, roster.id)
        return edits.move_item(self._file, ref, roster.id, from_member=source, to_member=aim)

    def adjust_resource(self) -> Touched:
        member, roster = self._owner()
        resource = self._pick(("xp", "renown") if member else ("crowns",))
        return edits.adjust_resource(
            self._file,
            resource,
            self._pick((*range(1, 30), *NUMBERS)),
            self._text(),
            member_id=member,
            roster_id=roster,
        )

    def recruit(self) -> Touched:
        archetype = self._pick(archetype_choices(self._file)).id
        roster, price = self._roster().id, self._pick((0, 1))
        return edits.recruit(self._file, roster, archetype, self._text(), price)

    def retire(self) -> Touched:
        return edits.retire(self._file, self._anybody().id, self._text())

    def mark_dead(self) -> Touched:
        lost = self._pick((True, False))
        return edits.mark_dead(self._file, self._anybody().id, gear_lost=lost, reason=self._text())

    def restore(self) -> Touched:
        gone = [member for member in self._everybody() if member.state != "active"]
        return edits.restore(self._file, self._pick(gone or self._everybody()).id, self._text())

    def set_portrait(self) -> Touched:
        data = self._pick((None, *picture_files(), b"no picture"))
        return pictures.set_portrait(self._file, self._anybody().id, data, "me.png")

    def set_crest(self) -> Touched:
        data = self._pick((None, *picture_files(), b"no picture"))
        return pictures.set_crest(self._file, self._roster().id, data, "crest.png")

    def set_house_rule(self) -> Touched:
        rule = self._pick(house_rules_view(self._file))
        if rule.options:
            return set_house_rule(self._file, rule.id, self._pick(rule.options).id)
        return set_house_rule(self._file, rule.id, self._pick((rule.default, *NUMBERS)))

    def record_battle(self) -> Touched:
        return record_battle(self._file, self._entry())

    def revise_battle(self) -> Touched:
        battles = battles_view(self._file)
        return revise_battle(self._file, self._pick(battles).id if battles else 1, self._entry())

    def start_muster(self) -> Touched:
        return boards.start_muster(self._file)

    def answer(self) -> Touched:
        draft = self._draft()
        lines = open_lines(board_view(self._file, draft))
        if not lines:
            return boards.finish(self._file, draft)
        question = self._pick(lines).question
        assert question is not None
        answer = answer_to(question, self._dice)
        return boards.give_answer(self._file, draft, question.key, answer)

    def answer_again(self) -> Touched:
        draft = self._draft()
        steps = [
            step
            for track in board_view(self._file, draft).tracks
            for line in track.lines
            for step in line.steps
        ]
        if not steps:
            return Touched()
        question = self._pick(steps).question
        answer = answer_to(question, self._dice)
        return boards.give_answer(self._file, draft, question.key, answer)

    def roll_all_left(self) -> Touched:
        return boards.roll_all_left(self._file, self._draft(), self._dice)

    def clear_answer(self) -> Touched:
        draft = self._draft()
        key = board_view(self._file, draft).last_answer
        return boards.clear_answer(self._file, draft, key or "nothing")

    def take_back(self) -> Touched:
        return boards.take_back(self._file, self._draft())

    def finish(self) -> Touched:
        return boards.finish(self._file, self._draft())

    def discard_draft(self) -> Touched:
        return boards.discard_draft(self._file, self._draft())

    def _campaign(self) -> CampaignView:
        return campaign_view(self._file)

    def _pick(self, things: Sequence[Thing]) -> Thing:
        return self._random.choice(things)

    def _maybe(self, draw: Callable[[], str]) -> str | None:
        return draw() if self._random.random() < 0.5 else None

    def _text(self) -> str:
        return self._pick(TEXTS)

    def _stat(self) -> str:
        return self._pick((*(column.stat for column in self._campaign().columns), "charm"))

    def _roster(self) -> RosterView:
        return self._pick(self._campaign().rosters)

    def _everybody(self) -> list[MemberView]:
        return [m for r in self._campaign().rosters for m in (*r.members, *r.fallen)]

    def _anybody(self) -> MemberView:
        return self._pick(self._everybody())

    def _owner(self) -> tuple[int | None, int | None]:
        if self._random.random() < 0.3:
            return None, self._roster().id
        return self._anybody().id, None

    def _item_of(self, member: int | None, roster: int | None) -> str:
        items = [i for m in self._everybody() if m.id == member for i in m.items]
        if member is None:
            items = [i for r in self._campaign().rosters if r.id == roster for i in r.stash]
        return self._pick(items).ref if items else "dagger"

    def _draft(self) -> int:
        drafts = self._campaign().drafts
        return drafts[0].id if drafts else 99

    def _entry(self) -> BattleEntry:
        start = default_entry(self._file)
        results = self._pick(RESULTS)
        present = [m for side in start.sides for m in side.took_part]
        sides: list[SideEntry] = []
        for side, result in zip(start.sides, results, strict=True):
            fought = sorted(side.took_part)
            out = self._random.sample(fought, min(len(fought), self._random.randint(0, 4)))
            others = [m for m in present if m not in out]
            sides.append(
                SideEntry(
                    side.roster_id,
                    result,
                    side.took_part,
                    {m: self._pick((None, *others)) for m in out},
                    self._random.randint(0, 2),
                    self._random.randint(0, 2),
                    frozenset(fought[:1]),
                    {fought[0]: 1} if fought else {},
                )
            )
        return BattleEntry(tuple(sides), self._text())


@lru_cache(maxsize=1)
def picture_files() -> tuple[bytes, ...]:
    """Return two small pictures."""
    return tuple(picture(colour) for colour in ("red", "blue"))


def picture(colour: str, size: tuple[int, int] = (8, 6), form: str = "PNG") -> bytes:
    """Return a picture of one colour as a file."""
    buffer = io.BytesIO()
    Image.new("RGB", size, colour).save(buffer, form)
    return buffer.getvalue()
