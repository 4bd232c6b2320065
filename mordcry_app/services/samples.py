"""The sample campaign: made from a script in `resources/samples`, through the ordinary services."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Literal

from pydantic import Field

from mordcry_app.paths import resources_folder
from mordcry_app.rules.dice import SeededRandom
from mordcry_app.rules.loader import load_record, read_toml
from mordcry_app.rules.schema import Identifier, Record, ShortText
from mordcry_app.services.autoplay import play_board
from mordcry_app.services.battle_entries import BattleEntry, SideEntry
from mordcry_app.services.battles import default_entry, record_battle
from mordcry_app.services.boards import finish
from mordcry_app.services.campaign_file import CampaignFile
from mordcry_app.services.founding import NewCampaign, NewRoster, create_campaign
from mordcry_app.services.reading import campaign_view
from mordcry_app.services.roster_edits import adjust_resource, give_item
from mordcry_app.services.views import CampaignView, Touched

SAMPLE = "drowned_quarter"

OnProgress = Callable[[float], None]


class SampleFighter(Record):
    """A fighter of the sample: its name, what it learned before, and what it carries."""

    name: ShortText
    xp: int = Field(default=0, ge=0, le=1000)
    gear: tuple[Identifier, ...] = ()


class SampleRoster(Record):
    """A warband of the sample, its fighters in roster order."""

    player: ShortText
    name: ShortText
    motto: ShortText
    theme: Identifier
    fighter: tuple[SampleFighter, ...]


class SampleBattle(Record):
    """A battle of the sample; `out` says who was put out of action by whom (empty: nobody known).

    Lists with one entry a warband are in the order of the warbands. Who no longer stands on the
    roster, or misses the battle, is left out by itself.
    """

    note: ShortText
    results: tuple[Literal["won", "lost", "drew", "retreated"], ...]
    objectives: tuple[int, ...]
    treasures: tuple[int, ...]
    holders: tuple[str, ...] = ()
    out: dict[str, str] = Field(default_factory=dict)


class Sample(Record):
    """The whole script; `next_battle` is left to the demonstration."""

    name: ShortText
    ruleset: Identifier
    seed: ShortText
    house_rules: dict[Identifier, str | int] = Field(default_factory=dict)
    roster: tuple[SampleRoster, ...]
    battle: tuple[SampleBattle, ...] = ()
    next_battle: SampleBattle


def load_sample(sample_id: str = SAMPLE) -> Sample:
    """Return the script of a sample; raises `ContentError` with file and field."""
    path = resources_folder() / "samples" / f"{sample_id}.toml"
    return load_record(path, Sample, read_toml(path), "")


def create_sample(path: Path, on_progress: OnProgress = lambda _: None) -> CampaignFile:
    """Make the sample campaign in a new file, three battles in, and open it.

    It is played, not copied, which takes a few seconds: `on_progress` is told the share that is
    done, 0 to 1, again and again.
    """
    sample = load_sample()
    file = create_campaign(
        path,
        NewCampaign(
            sample.name,
            sample.ruleset,
            tuple(
                NewRoster(
                    roster.player,
                    roster.name,
                    roster.motto,
                    roster.theme,
                    tuple(fighter.name for fighter in roster.fighter),
                )
                for roster in sample.roster
            ),
            sample.house_rules,
        ),
    )
    try:
        random = SeededRandom(sample.seed)
        for done in _equip(file, sample):
            on_progress(done / 2)
        for number, battle in enumerate(sample.battle):
            touched = play_battle(file, battle)
            draft_id = touched.created["draft"]
            play_board(file, draft_id, random)
            finish(file, draft_id)
            on_progress(0.5 + (number + 1) / len(sample.battle) / 2)
    except BaseException:
        file.close()
        file.path.unlink(missing_ok=True)
        raise
    return file


def play_battle(file: CampaignFile, battle: SampleBattle) -> Touched:
    """Record a battle of the script."""
    ids = _ids(campaign_view(file))
    start = default_entry(file)
    present = {member for side in start.sides for member in side.took_part}
    out_by = {
        ids[name]: ids.get(by)
        for name, by in battle.out.items()
        if ids.get(name) in present and (not by or ids.get(by) in present)
    }
    holders = {ids[name] for name in battle.holders if ids.get(name) in present}
    sides = tuple(
        SideEntry(
            roster_id=side.roster_id,
            result=battle.results[number],
            took_part=side.took_part,
            out_by={m: by for m, by in out_by.items() if m in side.took_part},
            objectives=battle.objectives[number],
            treasures=battle.treasures[number],
            holders=frozenset(holders & side.took_part),
        )
        for number, side in enumerate(start.sides)
    )
    return record_battle(file, BattleEntry(sides, battle.note))


def _equip(file: CampaignFile, sample: Sample) -> Iterator[float]:
    """Give everybody what the script says; yield the share that is done."""
    ids = _ids(campaign_view(file))
    fighters = [fighter for roster in sample.roster for fighter in roster.fighter]
    for number, fighter in enumerate(fighters, 1):
        if fighter.xp:
            why = "Learned before the campaign"
            adjust_resource(file, "xp", fighter.xp, why, member_id=ids[fighter.name])
        for ref in fighter.gear:
            give_item(file, ref, member_id=ids[fighter.name])
        yield number / len(fighters)


def _ids(campaign: CampaignView) -> dict[str, int]:
    return {
        member.name: member.id
        for roster in campaign.rosters
        for member in (*roster.members, *roster.fallen)
    }
