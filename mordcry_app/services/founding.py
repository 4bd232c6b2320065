"""Founds a campaign: its players, rosters and starting fighters, as the first operation."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from mordcry_app.model.tables import Campaign, Member, Player, Roster, Stat
from mordcry_app.rules import state as pure
from mordcry_app.rules.catalogue import HouseRules
from mordcry_app.rules.effects import Effect, Gain
from mordcry_app.rules.effects import roster as roster_target
from mordcry_app.rules.refusal import Refusal
from mordcry_app.rules.ruleset import (
    CreationStyle,
    Recruit,
    Ruleset,
    find_manifests,
    load_ruleset,
)
from mordcry_app.rules.settle import Scene, settle_without_asking
from mordcry_app.services.campaign_file import (
    CampaignFile,
    create_file,
    open_file,
    rulesets_folder,
)
from mordcry_app.services.content_store import shipped_pin, store_pin
from mordcry_app.services.effect_writer import EffectWriter
from mordcry_app.services.text_checks import clean_name
from mordcry_app.services.unit_of_work import FOUNDING, Work, unit_of_work

MOST_ROSTERS = 8


@dataclass(frozen=True)
class NewRoster:
    """A roster to be created. `fighter_names` fill the starting fighters in order; what is
    missing stays unnamed. `style` is one of the ruleset’s creation styles."""

    player: str
    name: str
    motto: str = ""
    theme: str = ""
    fighter_names: tuple[str, ...] = ()
    style: str = ""


@dataclass(frozen=True)
class NewCampaign:
    """A campaign to be founded, with its rosters and any house rules that differ."""

    name: str
    ruleset: str
    rosters: tuple[NewRoster, ...]
    house_rules: Mapping[str, str | int] = field(default_factory=dict[str, str | int])


@dataclass(frozen=True)
class RulesetChoice:
    """A ruleset that a campaign can be founded with.

    `slots` names the archetype of each starting fighter, in roster order.
    """

    id: str
    name: str
    text: str
    styles: tuple[CreationStyle, ...]
    slots: tuple[str, ...]


def installed_rulesets(folder: Path | None = None) -> tuple[RulesetChoice, ...]:
    """Return every ruleset that was found, by name."""
    folder = folder or rulesets_folder()
    choices: list[RulesetChoice] = []
    for ruleset_id, (_, manifest) in find_manifests(folder).items():
        ruleset = load_ruleset(folder, ruleset_id)
        styles = tuple(ruleset.creation_styles)
        recruits = ruleset.starting_roster(styles[0].id, HouseRules(ruleset.content.house_rules))
        archetypes = ruleset.content.archetypes
        choices.append(
            RulesetChoice(
                ruleset_id,
                manifest.name,
                manifest.text,
                styles,
                tuple(archetypes[recruit.archetype].name for recruit in recruits),
            )
        )
    return tuple(sorted(choices, key=lambda choice: choice.name))


def create_campaign(path: Path, new: NewCampaign) -> CampaignFile:
    """Found a campaign in a new file and open it.

    Raises `Refusal` for names that cannot be, an unknown ruleset or style, no roster or more than
    eight, and a place that cannot be written; then no file is left behind.
    """
    name = clean_name(new.name, "A campaign’s name")
    if not name:
        raise Refusal("A campaign needs a name.")
    if not 1 <= len(new.rosters) <= MOST_ROSTERS:
        raise Refusal(f"A campaign has one to {MOST_ROSTERS} warbands.")
    ruleset = load_ruleset(rulesets_folder(), new.ruleset)
    rules = _checked_house_rules(ruleset, new.house_rules)
    for roster in new.rosters:
        _check_roster(ruleset, roster)
    path = create_file(path)
    try:
        file = open_file(path, new.ruleset)
        try:
            _found(file, name, new, rules)
        except BaseException:
            file.close()
            raise
    except BaseException:
        path.unlink(missing_ok=True)
        raise
    return file


def add_recruit(
    work: Work,
    ruleset: Ruleset,
    roster_id: int,
    recruit: Recruit,
    name: str,
    position: int,
) -> int:
    """Create one fighter inside a unit of work and return its id."""
    member_id = work.add(
        Member,
        roster_id=roster_id,
        name=name,
        archetype=recruit.archetype,
        position=position,
        tags=sorted(set(ruleset.content.archetypes[recruit.archetype].tags)),
    )
    stats = [{"member_id": member_id, "key": k, "value": v} for k, v in recruit.stats.items()]
    work.write(Stat, added=stats)
    subject = pure.Member(member_id, roster_id, name, recruit.archetype, stats=recruit.stats)
    scene = Scene(
        pure.State({roster_id: pure.Roster(roster_id, "")}, {member_id: subject}),
        subject,
        ruleset.content,
        "recruit",
        "recruited",
        {},
    )
    EffectWriter(work).write(settle_without_asking(recruit.effects, scene))
    return member_id


def _found(file: CampaignFile, name: str, new: NewCampaign, rules: HouseRules) -> None:
    ruleset = file.ruleset
    with unit_of_work(file, f"Founded “{name}”", FOUNDING) as work:
        store_pin(work, shipped_pin(rulesets_folder(), new.ruleset))
        work.add(
            Campaign,
            id=1,
            name=name,
            ruleset=ruleset.manifest.id,
            content_version=ruleset.manifest.content_version,
            house_rules=rules.changed(),
        )
        for position, roster in enumerate(new.rosters):
            _found_roster(work, ruleset, roster, position, rules)


def _found_roster(
    work: Work, ruleset: Ruleset, new: NewRoster, position: int, rules: HouseRules
) -> None:
    player_id = work.add(Player, name=clean_name(new.player, "A player’s name"))
    roster_id = work.add(
        Roster,
        player_id=player_id,
        name=clean_name(new.name, "A warband’s name"),
        motto=clean_name(new.motto, "A motto"),
        theme=new.theme[:64],
        position=position,
    )
    effects: list[Effect] = [
        Gain(
            who=roster_target(roster_id), resource=resource, amount=amount, reason="Starting funds"
        )
        for resource, amount in ruleset.starting_resources(rules).items()
        if amount
    ]
    EffectWriter(work).write(effects)
    style = new.style or ruleset.creation_styles[0].id
    for number, recruit in enumerate(ruleset.starting_roster(style, rules)):
        names = new.fighter_names
        name = clean_name(names[number], "A fighter’s name") if number < len(names) else ""
        add_recruit(work, ruleset, roster_id, recruit, name, number)


def _check_roster(ruleset: Ruleset, new: NewRoster) -> None:
    clean_name(new.player, "A player’s name")
    clean_name(new.name, "A warband’s name")
    clean_name(new.motto, "A motto")
    for name in new.fighter_names:
        clean_name(name, "A fighter’s name")
    if new.style and new.style not in {style.id for style in ruleset.creation_styles}:
        names = ", ".join(style.name for style in ruleset.creation_styles)
        raise Refusal(f"Warbands cannot be created like that; there are: {names}.")


def _checked_house_rules(ruleset: Ruleset, chosen: Mapping[str, str | int]) -> HouseRules:
    for rule_id, value in chosen.items():
        rule = ruleset.content.house_rules.get(rule_id)
        if rule is None:
            raise Refusal(f"There is no house rule “{rule_id}” in this ruleset.")
        problem = rule.problem_with(value)
        if problem:
            raise Refusal(f"{rule.name}: {problem}")
    return HouseRules(ruleset.content.house_rules, chosen)
