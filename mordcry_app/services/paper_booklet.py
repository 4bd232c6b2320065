"""What the chronicle booklet is made of: chapters, those who fell, plots, and tables to look up.

Everything comes from what other views tell already; what is new here is the story of one fighter,
put together from the lines noted about it and from the records of its battles.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from mordcry_app.days import day_of
from mordcry_app.services.battles import battles_view
from mordcry_app.services.chronicle_lines import listed
from mordcry_app.services.chronicle_reading import BEFORE, chronicle_view
from mordcry_app.services.chronicle_views import TellingView
from mordcry_app.services.fighter_records import fighter_records
from mordcry_app.services.fought_battles import fought_battles
from mordcry_app.services.paper_book_tables import book_tables
from mordcry_app.services.paper_fallen import fallen_pages
from mordcry_app.services.paper_views import BookletView, BookSide, ChapterView
from mordcry_app.services.reading import campaign_view
from mordcry_app.services.shown import as_sentence
from mordcry_app.services.standings import plots_view
from mordcry_app.services.views import BattleSideView, BattleView

if TYPE_CHECKING:
    from mordcry_app.services.campaign_file import CampaignFile


def booklet_view(file: CampaignFile) -> BookletView:
    """Return the whole booklet, oldest first; an empty campaign has a title and tables."""
    campaign = campaign_view(file)
    tellings = chronicle_view(file, newest_first=False).tellings
    battles = battles_view(file)[::-1]
    by_id = {battle.id: battle for battle in battles}
    with file.reading() as connection:
        records = fighter_records(fought_battles(file, connection))
    plots = tuple(plot for plot in plots_view(file) if len(plot.battles) > 1 and plot.lines)
    return BookletView(
        title=campaign.name,
        subtitle=f"A campaign of {campaign.ruleset_name}",
        battles=len(battles),
        first_on=day_of(battles[0].at) if battles else None,
        last_on=day_of(battles[-1].at) if battles else None,
        chapters=tuple(_chapter(t, by_id.get(t.battle_id or 0)) for t in tellings),
        fallen=fallen_pages(file, campaign, records),
        plots=plots,
        tables=book_tables(campaign, battles, plots, records),
    )


def _chapter(telling: TellingView, battle: BattleView | None) -> ChapterView:
    if battle is not None:
        lead = f"Battle {battle.number}"
        title = telling.title.removeprefix(f"{lead}: ")
        if not telling.is_retold:
            title = as_sentence(title)
        title = "" if title == lead else title
        sides = tuple(_side(side) for side in battle.sides)
        return ChapterView(telling, lead, title, day_of(battle.at), sides)
    if telling.kind == "before":
        return ChapterView(telling, "", BEFORE)
    after = telling.after_battle
    return ChapterView(telling, f"After battle {after}" if after else BEFORE, telling.title.strip())


def _side(side: BattleSideView) -> BookSide:
    facts = [f"{side.took_part} took part"]
    if side.out:
        facts.append(f"{listed([out.name for out in side.out])} out of action")
    held = [_count(side.objectives, "objective"), _count(side.treasures, "treasure")]
    if any(held):
        facts.append(f"held {listed([part for part in held if part])}")
    return BookSide(side.roster_name, side.result, tuple(facts))


def _count(number: int, what: str) -> str:
    return f"{number} {what}{'' if number == 1 else 's'}" if number else ""
