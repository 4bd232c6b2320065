"""Views of made-up warbands: a typical one, modelled on play, and pieces to build others from."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from mordcry_app.rules.paper import KeyEntry, PaperPlan, Profile, TickBox
from mordcry_app.rules.ruleset import AttackCell, AttackLine, load_ruleset
from mordcry_app.services.campaign_file import rulesets_folder
from mordcry_app.services.paper_views import PaperMaterial
from mordcry_app.services.views import (
    AmountView,
    CampaignView,
    ItemView,
    MemberView,
    PartView,
    PendingView,
    RosterView,
    StatColumn,
    TraitView,
    ValueView,
)

STATS = (
    ("m", "M", "Movement", 5),
    ("ws", "WS", "Weapon Skill", 3),
    ("bs", "BS", "Ballistic Skill", 3),
    ("os", "OS", "Offensive Strength", 3),
    ("ds", "DS", "Defensive Strength", 3),
    ("s", "S", "Speed", 3),
    ("w", "W", "Wounds", 2),
    ("a", "A", "Attacks", 1),
    ("will", "Will", "Willpower", 3),
    ("int", "Int", "Intelligence", 3),
    ("sv", "Sv", "Armour Save", 0),
)
TRAINING = {
    "Captain": {"ws": 3, "bs": 1, "os": 1, "ds": 1, "s": 2, "w": 3, "a": 2, "will": 1, "int": 1},
    "Champion": {"ws": 2, "s": 1, "w": 2, "a": 1},
    "Warrior": {"ws": 1, "w": 1, "a": 1},
    "Youngblood": {},
}
HIT = ("4+ 6+ 6+ 6+ 6+", "4+ 5+ 6+ 6+ 6+", "3+ 4+ 5+ 5+ 6+", "2+ 3+ 4+ 5+ 5+", "2+ 3+ 3+ 4+ 5+")
HIT_BEST = "2+ 2+ 3+ 3+ 4+"
ARM_WOUND = "−1 WS. A second one costs the limb."
TOO_FEW = "Attacks 1, −1 weapon, but at least one die (house rule)"

Change = tuple[str, int, str]
"""A characteristic, an amount and its source."""


def values(rank: str, changes: Sequence[Change] = ()) -> tuple[ValueView, ...]:
    """Return the characteristics of a rank with what has changed since."""
    result: list[ValueView] = []
    for stat, short, name, start in STATS:
        parts = [PartView("Base", start, "base")]
        trained = TRAINING[rank].get(stat, 0)
        if trained:
            parts.append(PartView(f"{rank}’s training", trained, "training"))
        parts += [PartView(source, amount) for key, amount, source in changes if key == stat]
        total = sum(part.amount for part in parts)
        text = f"{total}″" if stat == "m" else str(total)
        if stat == "sv":
            text = f"{total}+" if total else "–"
        result.append(ValueView(stat, short, name, text, total, start + trained, tuple(parts)))
    return tuple(result)


def attack(
    name: str,
    dice: str,
    hit: str,
    strength: int,
    wound: str,
    damage: int,
    speed: int,
    reach: str,
    too_few: str = "",
) -> AttackLine:
    """Return an attack line with Mordcry's headings and explanations.

    `too_few` explains a line that has fewer dice than one.
    """
    return AttackLine(
        name,
        (
            AttackCell("Dice", dice, too_few or f"{dice} Attacks, weapon included", bool(too_few)),
            AttackCell("Hit", hit, "WS 4 against WS 2, 3, 4, 5 and 6"),
            AttackCell("Str", str(strength), f"3 Base, +{strength - 3} {name}"),
            AttackCell("Wound", wound, "Against DS 2, 3, 4, 5 and 6"),
            AttackCell("Dmg", str(damage), "For each wound that nothing stops"),
            AttackCell("Spd", str(speed), f"4 Base, −1 {name}"),
            AttackCell("Range", reach),
        ),
    )


def item(name: str, quantity: int = 1, text: str = "") -> ItemView:
    """Return a possession."""
    return ItemView(name.lower().replace(" ", "_"), "weapon", name, text, quantity)


def skill(name: str, cost: str, text: str = "") -> TraitView:
    """Return a skill."""
    return TraitView("skill", name.lower(), name, text, cost)


def pending(ref: str, words: str, source: str = "", amount: int = 1) -> PendingView:
    """Return something that waits for the next battle of a fighter."""
    return PendingView(ref, "", 1, 1, words, "", source, amount, False, False, "battle")


def injury(name: str, effect: str, text: str = "") -> TraitView:
    """Return a lasting injury."""
    return TraitView("injury", name.lower(), name, text, effect=effect)


def fighter(
    number: int,
    name: str,
    rank: str = "Warrior",
    *,
    xp: int = 0,
    next_at: int = 10,
    renown: int = 0,
    changes: Sequence[Change] = (),
    attacks: Sequence[AttackLine] = (),
    items: Sequence[ItemView] = (),
    skills: Sequence[TraitView] = (),
    injuries: Sequence[TraitView] = (),
    pending: Sequence[PendingView] = (),
    other_traits: Sequence[TraitView] = (),
    tags: tuple[str, ...] = (),
    notes: str = "",
    leads: bool = False,
    advances_due: int = 0,
) -> MemberView:
    """Return a fighter."""
    return MemberView(
        id=number,
        roster_id=1,
        name=name,
        shown_name=name or f"unnamed {rank}",
        archetype=rank.lower(),
        archetype_name=rank,
        leads=leads,
        state="active",
        values=values(rank, changes),
        amounts=(
            AmountView("renown", "Renown", "renown", renown),
            AmountView("xp", "Experience", "XP", xp),
        ),
        advances_due=advances_due,
        next_advance_at=next_at,
        items=tuple(items),
        skills=tuple(skills),
        injuries=tuple(injuries),
        pending=tuple(pending),
        other_traits=tuple(other_traits),
        attacks=tuple(attacks),
        tags=tags,
        notes=notes,
        portrait=None,
        misses_next_battle=any(waits.ref == "misses_battle" for waits in pending),
        carries=", ".join(thing.label for thing in items),
    )


def fallen(number: int, name: str, battle: int) -> MemberView:
    """Return a fighter who died."""
    return replace(
        fighter(number, name, "Youngblood"), state="dead", fell_in_battle=battle, fate="Fell"
    )


def roster(members: Sequence[MemberView], **fields: object) -> RosterView:
    """Return a warband of these fighters; `fields` replace what is there by default."""
    view = RosterView(
        id=1,
        name="The Ashen Vigil",
        shown_name="The Ashen Vigil",
        player="Mira",
        motto="We light what the flood left.",
        theme="",
        amounts=(
            AmountView("crowns", "Crowns", "crowns", 185),
            AmountView("renown", "Renown", "renown", 41),
        ),
        members=tuple(members),
        fallen=(),
        stash=(),
        fought=6,
        won=4,
        lost=1,
        drawn=1,
        strength=504,
    )
    return replace(view, **fields)


def campaign(*rosters: RosterView, name: str = "The Drowned Quarter") -> CampaignView:
    """Return a campaign after its sixth battle."""
    return CampaignView(
        name=name,
        path=None,
        ruleset="mordcry",
        ruleset_name="Mordcry",
        battles_fought=6,
        rosters=rosters,
        columns=tuple(StatColumn(stat, short, long, "") for stat, short, long, _ in STATS),
        paper=load_ruleset(rulesets_folder(), "mordcry").content.paper,
        drafts=(),
        advances_due=1,
    )


def material(
    *rosters: RosterView, paper: PaperPlan | None = None, **fields: object
) -> PaperMaterial:
    """Return what roster sheets of these warbands are made from.

    `fields` replace what is empty by default; `paper` is the plan of another ruleset.
    """
    view = campaign(*rosters)
    if paper is not None:
        view = replace(view, paper=paper)
    return replace(PaperMaterial("roster", view, rosters), **fields)


def ashen_vigil() -> RosterView:
    """Return a warband of ten after six battles: hurt, advanced, and not all of them named."""
    misses = pending("misses_battle", "Misses the next battle", "Grievous injury, battle 6")
    wounded = pending("starts_wounded", "Starts with 2 wounds taken", "exploration", 2)
    members = [
        fighter(
            1,
            "Sister Ilse Varr",
            "Captain",
            xp=158,
            next_at=170,
            renown=12,
            leads=True,
            changes=[
                ("ds", 2, "Half Plate"),
                ("s", -1, "Half Plate"),
                ("sv", 6, "Half Plate"),
                ("will", 1, "Advance after battle 4"),
            ],
            attacks=[attack("Long Sword", "3", HIT_BEST, 5, "2+ 2+ 2+ 3+ 4+", 2, 3, "melee")],
            items=[item("Long Sword"), item("Half Plate")],
            skills=[
                skill("Unbowed", "triple", "At half wounds or fewer: +1 WS and +1 Attack."),
                skill("Penance", "triple", "An enemy within 6″ takes a Will test or D3."),
            ],
        ),
        fighter(
            2,
            "Brother Anselm",
            "Champion",
            xp=67,
            next_at=70,
            renown=7,
            changes=[
                ("ws", 1, "Advance after battle 5"),
                ("ws", 1, "Tarnished Blade"),
                ("ws", -1, "Arm or hand wound"),
                ("bs", -1, "Eye injury"),
                ("ds", 1, "Leather"),
                ("s", -3, "Hammer"),
            ],
            attacks=[
                attack("Hammer ×2", "1", HIT_BEST, 6, "2+ 2+ 2+ 3+ 4+", 3, 1, "melee", TOO_FEW)
            ],
            items=[item("Hammer", 2), item("Leather")],
            skills=[skill("Lethal Lunge", "double"), skill("Bloodthirst", "triple")],
            injuries=[
                injury("Arm or hand wound", "−1 WS", ARM_WOUND),
                injury("Eye injury", "−1 BS"),
            ],
            pending=[wounded],
        ),
        fighter(
            3,
            "Old Tam",
            "Champion",
            xp=64,
            next_at=70,
            renown=6,
            changes=[("s", 1, "Spear")],
            attacks=[attack("Spear", "2", "2+ 2+ 3+ 4+ 4+", 4, "2+ 3+ 4+ 5+ 6+", 1, 5, "melee")],
            items=[item("Spear"), item("Medium Shield")],
            skills=[skill("Grim Resolve", "quad")],
            pending=[misses],
        ),
        fighter(
            4,
            "Katrin Moor",
            xp=36,
            next_at=40,
            renown=4,
            changes=[("ds", 1, "Leather"), ("will", -1, "Emotional trauma")],
            attacks=[attack("Short Sword", "3", HIT[3], 3, "3+ 4+ 5+ 6+ 6+", 1, 3, "melee")],
            items=[item("Short Sword"), item("Light Shield"), item("Leather")],
            injuries=[injury("Emotional trauma", "−1 Will")],
        ),
        fighter(
            5,
            "Jorun Half-Ear",
            xp=35,
            next_at=40,
            renown=4,
            changes=[("bs", 1, "Advance after battle 3")],
            attacks=[
                attack("Crossbow", "1", "3+", 5, "2+ 2+ 3+ 4+ 5+", 2, 2, "18″"),
                attack("Dagger", "4", HIT[3], 3, "3+ 4+ 5+ 6+ 6+", 1, 5, "melee"),
            ],
            items=[item("Crossbow"), item("Dagger")],
            skills=[skill("Slip the Knife", "double")],
        ),
        fighter(
            6,
            "Pell",
            xp=33,
            next_at=40,
            renown=3,
            attacks=[attack("Halberd", "1", HIT[3], 4, "2+ 3+ 4+ 5+ 6+", 2, 5, "melee")],
            items=[item("Halberd")],
            skills=[skill("Braced for Impact", "double")],
            notes="Owes Katrin three crowns.",
        ),
        fighter(
            7,
            "Wren",
            "Youngblood",
            xp=10,
            next_at=10,
            renown=2,
            advances_due=1,
            changes=[("m", 1, "Old map")],
            attacks=[attack("Dagger ×2", "4", HIT[2], 3, "3+ 4+ 5+ 6+ 6+", 1, 5, "melee")],
            items=[item("Dagger", 2)],
        ),
        fighter(
            8,
            "Dobrin",
            "Youngblood",
            xp=6,
            renown=1,
            attacks=[attack("Sling", "1", "4+", 3, "3+ 4+ 5+ 6+ 6+", 1, 3, "18″")],
            items=[item("Sling")],
        ),
        fighter(
            9,
            "Little Osk",
            "Youngblood",
            xp=5,
            renown=1,
            attacks=[attack("Club", "1", HIT[2], 4, "2+ 3+ 4+ 5+ 6+", 2, 2, "melee", TOO_FEW)],
            items=[item("Club")],
        ),
        fighter(
            10,
            "",
            "Youngblood",
            attacks=[attack("Unarmed", "1", HIT[2], 3, "3+ 4+ 5+ 6+ 6+", 1, 3, "melee")],
        ),
    ]
    return roster(
        members,
        fallen=(fallen(11, "Hask", 3), fallen(12, "Mirrel the Younger", 5)),
        stash=(item("Iron Spikes"), item("Blessed Rope"), item("Silver Ammo", 2)),
    )


def rust_and_ruin(number: int = 10) -> RosterView:
    """Return a second warband."""
    blade = attack("Short Sword", "3", HIT[3], 3, "3+ 4+ 5+ 6+ 6+", 1, 3, "melee")
    members = [fighter(100 + n, f"Rusty {n}", attacks=[blade]) for n in range(1, number + 1)]
    return roster(members, id=2, name="Rust & Ruin", shown_name="Rust & Ruin", player="Jon")


def of_other_rules(boxes: Sequence[TickBox]) -> tuple[MemberView, PaperPlan]:
    """Return a fighter whose figures no ruleset here has, and the plan of its own, with `boxes`."""
    wide = AttackLine(
        "Word of Power",
        (
            AttackCell("A heading that is long", "as is what stands under it"),
            AttackCell("Hit", "2+"),
            AttackCell("Hit", "twice"),
        ),
    )
    narrow = AttackLine("Knife", tuple(AttackCell(f"H{n}", str(n)) for n in range(14)))
    values = tuple(
        ValueView(f"s{n}", f"Stat{n}", f"Stat {n}", f"{n}d6+{n}", n, n, ()) for n in range(30)
    )
    member = replace(fighter(1, "Ilse", attacks=[wide, narrow]), values=values)
    key = (KeyEntry(id="third", heading="H3", text="third"),)
    return member, PaperPlan(profile=Profile(wounds="s5"), boxes=tuple(boxes), key=key)


def figures_of(member: MemberView) -> Iterator[str]:
    """Yield every characteristic and every cell of the attack lines, each with its heading."""
    for line in member.attacks:
        yield from (f"{cell.heading} {cell.text}" for cell in line.cells)
    yield from (f"{value.short} {value.text}" for value in member.values)
