"""The house rules that the code of Mordcry knows, each with the settings that it acts on.

What they say to players is content (`house_rules.toml`); loading compares the two, so that neither
can name a setting that the other lacks. The rulings are those of the checklist, part 002.
"""

from __future__ import annotations

ACTING: dict[str, tuple[str, ...]] = {
    # Warbands: rulings 8, 9, 1, 17, 69
    "starting_crowns": (),
    "starting_gear": ("free", "paid"),
    "most_fighters": (),
    "experienced_recruits": ("printed", "rolled"),
    "fighter_points": ("ten_and_xp", "xp", "heads"),
    "recruit_archetype": ("youngblood", "warrior", "any"),
    "recruits_at": (),
    "recruit_price": (),
    # Tests: rulings 6, 58
    "test_naturals": ("plain", "naturals"),
    "fixed_tests": ("plain_d6", "characteristic"),
    # Setting up: rulings 11, 13, 14 (three)
    "deployment": ("own_rows", "opposite_edges"),
    "attacker": ("roll_off_picks", "roll_off_attacks", "weaker_picks"),
    "board_width": (),
    "board_depth": (),
    "terrain_pieces": (),
    # Winning: ruling 18
    "endless_battles": (),
    "annihilation": ("wins", "plays_on"),
    # Movement: rulings 24, 26
    "failed_charge": ("half_of_all", "half_of_movement", "stays"),
    "falls_near_edges": ("off", "critical"),
    # Attacks: rulings 30, 67, 32, 35, 34, 23, 36, 37, 40, 44
    "minimum_attack_dice": ("one", "none"),
    "unarmed": ("plain", "weak", "none"),
    "hit_table": ("printed", "smooth"),
    "wound_table": ("printed", "pattern"),
    "natural_hits": ("naturals", "plain"),
    "attack_order": ("activation", "counter_by_speed", "speed"),
    "save_order": ("armour_first", "shield_first"),
    "saved_criticals": ("no_status", "status"),
    "shield_use": ("round", "activation"),
    "reactive_skills": ("any_time", "prepared"),
    # Statuses: ruling 39 (six)
    "stunned": ("activation", "round"),
    "on_fire": ("until_cleared", "one_round", "ignored"),
    "poisoned": ("ignored", "damage"),
    "prone": ("knocked_down", "free"),
    "pinned": ("no_disengage", "no_move"),
    "disarmed": ("ignored", "critical"),
    # Experience: rulings 2, 5, 53, 42
    "advance_thresholds": ("converted", "restart", "current"),
    "advance_characteristic": ("pick", "random"),
    "most_kills": ("all_tied", "pick_one", "nobody"),
    "reaction_xp": ("delays", "apart"),
    # Injuries: rulings 47, 48 (two), 50, 65
    "injury_dice": ("literal", "uniform"),
    "blindness": ("four_rolls", "two_rolls", "never"),
    "injury_stacking": ("stack", "once"),
    "healer": ("once", "not_the_dead", "again"),
    "carried_wounds": ("start_of_battle", "none"),
    # Renown: rulings 51, 52
    "renown_owner": ("fighters", "warband"),
    "market_renown": ("free", "spent"),
    # Items: rulings 56, 57, 59, 60
    "rare_blanks": ("reroll", "nothing"),
    "libram_price": ("printed", "likely"),
    "mutations": ("minus_ws", "own_table"),
    "limited_ammo": (),
    "cursed_fear": ("off", "on"),
    # Exploration: rulings 64, 63 (two), 61, 62, 66
    "crystal_bud": ("plain_d6", "willpower"),
    "ashwind_crowns": ("once", "each"),
    "hidden_cache": ("crowns", "items"),
    "initiative_finds": ("single", "speed"),
    "sisterhood": ("tagged", "warband"),
    "hound_profile": (),
}
"""Settings by house rule, none for a number: these act in the program."""

AT_THE_TABLE: dict[str, tuple[str, ...]] = {}
"""Settings of the house rules that the program keeps and shows, and players carry out."""

HOUSE_RULES: dict[str, tuple[str, ...]] = {**ACTING, **AT_THE_TABLE}
"""Every house rule with its settings, none for a number."""
