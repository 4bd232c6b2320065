"""What has changed about each fighter since the last battle began."""

from __future__ import annotations

from collections.abc import Mapping

from mordcry_app.services import roster_edits as edits
from mordcry_app.services.boards import finish
from mordcry_app.services.campaign_file import CampaignFile
from mordcry_app.services.history import jump_to, redo, undo
from mordcry_app.services.house_rules import set_house_rule
from mordcry_app.services.paper_news import news_since_last_battle
from mordcry_app.services.paper_views import MemberNews
from mordcry_app.services.reading import campaign_view
from mordcry_app.services.simulating import simulate
from mordcry_app.services.views import MemberView, TraitView
from tests.services.worlds import fight, ids_by_name, play_quietly

BATTLES = 12


def fighters(file: CampaignFile) -> dict[int, MemberView]:
    """Return who stands on the rosters."""
    return {m.id: m for roster in campaign_view(file).rosters for m in roster.members}


def differences(
    before: Mapping[int, MemberView], after: Mapping[int, MemberView]
) -> dict[int, MemberNews]:
    """Return the news between two views of the fighters, found without the log."""
    news: dict[int, MemberNews] = {}
    for member_id, now in after.items():
        was = before.get(member_id)
        if was is None:
            news[member_id] = MemberNews(joined=True)
            continue
        old_values = {value.stat: value.text for value in was.values}
        old_levels = {(t.kind, t.ref): t.level for t in _traits(was)}
        kept = {(t.kind, t.ref) for t in _traits(now)}
        had, has = _units(was), _units(now)
        gains = {a.resource: a.amount - was.amount(a.resource) for a in now.amounts}
        names = {item.ref: item.name for item in was.items}
        one = MemberNews(
            values={v.stat: old_values[v.stat] for v in now.values if v.text != old_values[v.stat]},
            traits=frozenset(
                (t.kind, t.ref)
                for t in _traits(now)
                if t.level > old_levels.get((t.kind, t.ref), 0)
            ),
            items=frozenset(ref for ref in has if has[ref] > had.get(ref, 0)),
            amounts={resource: gain for resource, gain in gains.items() if gain},
            gone=tuple(
                sorted(
                    [t.name for t in _traits(was) if (t.kind, t.ref) not in kept]
                    + [names[ref] for ref in had if has.get(ref, 0) < had[ref]]
                )
            ),
        )
        if one != MemberNews():
            news[member_id] = one
    return news


def _traits(member: MemberView) -> tuple[TraitView, ...]:
    return (*member.skills, *member.injuries, *member.other_traits)


def _units(member: MemberView) -> dict[str, int]:
    units: dict[str, int] = {}
    for item in member.items:
        units[item.ref] = units.get(item.ref, 0) + item.quantity
    return units


def in_order(news: Mapping[int, MemberNews]) -> dict[int, MemberNews]:
    """Return news with the names of what is gone in the order of the alphabet."""
    return {
        key: MemberNews(one.joined, one.values, one.traits, one.items, one.amounts, _sorted(one))
        for key, one in news.items()
    }


def _sorted(news: MemberNews) -> tuple[str, ...]:
    return tuple(sorted(news.gone))


def test_there_is_no_news_before_an_aftermath_is_closed(file: CampaignFile) -> None:
    edits.give_item(file, "club", member_id=ids_by_name(file)["Anselm"])
    assert news_since_last_battle(file) == {}
    _, draft = fight(file, {"Odo": "Anselm"})
    assert news_since_last_battle(file) == {}
    play_quietly(file, draft)
    assert news_since_last_battle(file) == {}
    finish(file, draft)
    assert news_since_last_battle(file)


def test_everything_that_can_change(file: CampaignFile) -> None:
    ids = ids_by_name(file)
    edits.give_item(file, "hammer", member_id=ids["Berta"])
    edits.add_trait(file, ids["Cuno"], "injury", "spinal_injury", "an old fall")
    before = fighters(file)
    _, draft = fight(file, {"Odo": "Anselm"})
    edits.set_notes(file, ids["Gero"], "Only a note.")
    edits.rename_member(file, ids["Gero"], "Gero the Tall")
    play_quietly(file, draft)
    finish(file, draft)
    edits.give_item(file, "leather_armour", member_id=ids["Berta"])
    edits.drop_item(file, "hammer", member_id=ids["Berta"])
    edits.remove_trait(file, ids["Cuno"], "injury", "spinal_injury", "healed")
    edits.add_trait(file, ids["Dietlind"], "skill", "unbowed", "learned")
    edits.correct_stat(file, ids["Egon"], "will", 5, "stubborn")
    edits.retire(file, ids["Jost"])
    joined = edits.recruit(file, 1, "youngblood", "Klaus").created["member"]
    news = news_since_last_battle(file)
    after = fighters(file)
    assert in_order(news) == differences(before, after)
    assert news[joined] == MemberNews(joined=True)
    assert ids["Jost"] not in news
    assert news[ids["Berta"]].items == {"leather_armour"}
    assert news[ids["Berta"]].gone == ("Hammer",)
    assert news[ids["Berta"]].values["ds"] == before[ids["Berta"]].value("ds").text
    assert news[ids["Cuno"]].gone == ("Spinal injury",)
    assert news[ids["Dietlind"]].traits == {("skill", "unbowed")}
    assert news[ids["Egon"]].values == {"will": before[ids["Egon"]].value("will").text}
    assert news[ids["Gero"]].amounts["xp"] > 0
    assert not news[ids["Gero"]].values


def test_a_further_unit_and_a_further_level_are_new(closed: CampaignFile) -> None:
    ids = ids_by_name(closed)
    frida = ids["Frida"]
    edits.give_item(closed, "dagger", member_id=frida)
    edits.add_trait(closed, frida, "injury", "spinal_injury")
    _, draft = fight(closed)
    play_quietly(closed, draft)
    finish(closed, draft)
    assert news_since_last_battle(closed)[frida].items == set()
    edits.give_item(closed, "dagger", member_id=frida)
    edits.add_trait(closed, frida, "injury", "spinal_injury")
    news = news_since_last_battle(closed)[frida]
    assert news.items == {"dagger"}
    assert news.traits == {("injury", "spinal_injury")}
    edits.drop_item(closed, "dagger", member_id=frida)
    edits.drop_item(closed, "dagger", member_id=frida)
    assert news_since_last_battle(closed)[frida].gone == ("Dagger",)


def test_an_item_that_changes_hands(closed: CampaignFile) -> None:
    ids = ids_by_name(closed)
    edits.give_item(closed, "charm_of_warding", member_id=ids["Frida"])
    _, draft = fight(closed)
    play_quietly(closed, draft)
    finish(closed, draft)
    edits.move_item(closed, "charm_of_warding", 1, from_member=ids["Frida"], to_member=ids["Gero"])
    news = news_since_last_battle(closed)
    assert news[ids["Frida"]].gone == ("Charm of Warding",)
    assert news[ids["Gero"]].items == {"charm_of_warding"}


def test_what_is_undone_is_no_news(closed: CampaignFile) -> None:
    ids = ids_by_name(closed)
    after_first = news_since_last_battle(closed)
    before = fighters(closed)
    _, draft = fight(closed)
    play_quietly(closed, draft)
    assert news_since_last_battle(closed) == after_first
    finish(closed, draft)
    after_second = news_since_last_battle(closed)
    assert in_order(after_second) == differences(before, fighters(closed))
    edits.give_item(closed, "club", member_id=ids["Gero"])
    undo(closed)
    assert news_since_last_battle(closed) == after_second
    undo(closed)
    assert news_since_last_battle(closed) == after_first
    redo(closed)
    assert news_since_last_battle(closed) == after_second
    jump_to(closed, 1)
    assert news_since_last_battle(closed) == {}


def test_a_change_and_its_opposite_are_no_news(closed: CampaignFile) -> None:
    gero = ids_by_name(closed)["Gero"]
    known = news_since_last_battle(closed)
    edits.give_item(closed, "club", member_id=gero)
    edits.drop_item(closed, "club", member_id=gero)
    edits.adjust_resource(closed, "xp", 5, "a mistake", member_id=gero)
    edits.adjust_resource(closed, "xp", -5, "put right", member_id=gero)
    assert news_since_last_battle(closed) == known


def test_a_house_rule_moves_nobody(closed: CampaignFile) -> None:
    known = news_since_last_battle(closed)
    set_house_rule(closed, "minimum_attack_dice", "none")
    assert news_since_last_battle(closed) == known


def test_news_agree_with_the_views_over_many_battles(file: CampaignFile) -> None:
    for number in range(BATTLES):
        before = fighters(file)
        simulate(file, 1, f"news {number}")
        assert in_order(news_since_last_battle(file)) == differences(before, fighters(file))
