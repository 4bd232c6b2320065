"""A campaign as JSON values: everything effective, with the parts that it is made of."""

from __future__ import annotations

from typing import Any

from mordcry_app.services.views import (
    CampaignView,
    ItemView,
    MemberView,
    PendingView,
    RosterView,
    TraitView,
    ValueView,
)


def campaign_as_json(view: CampaignView, fighter: str = "") -> dict[str, Any]:
    """Return the campaign; with `fighter`, only members that have it in their name."""
    return {
        "name": view.name,
        "ruleset": view.ruleset,
        "battles_fought": view.battles_fought,
        "warbands": [_roster(roster, fighter.casefold()) for roster in view.rosters],
    }


def _roster(view: RosterView, fighter: str) -> dict[str, Any]:
    return {
        "name": view.name,
        "player": view.player,
        "motto": view.motto,
        "resources": {amount.resource: amount.amount for amount in view.amounts},
        "fought": view.fought,
        "won": view.won,
        "lost": view.lost,
        "drawn": view.drawn,
        "strength": view.strength,
        "stash": [_item(item) for item in view.stash],
        "fighters": [_member(m) for m in view.members if fighter in m.shown_name.casefold()],
        "fallen": [_member(m) for m in view.fallen if fighter in m.shown_name.casefold()],
    }


def _member(view: MemberView) -> dict[str, Any]:
    return {
        "name": view.name,
        "archetype": view.archetype,
        "leads": view.leads,
        "state": view.state,
        "values": {value.stat: _value(value) for value in view.values},
        "resources": {amount.resource: amount.amount for amount in view.amounts},
        "advances_due": view.advances_due,
        "next_advance_at": view.next_advance_at,
        "items": [_item(item) for item in view.items],
        "skills": [_trait(trait) for trait in view.skills],
        "injuries": [_trait(trait) for trait in view.injuries],
        "pending": [_pending(pending) for pending in view.pending],
        "traits": [_trait(trait) for trait in view.other_traits],
        "attacks": [
            {
                "name": line.name,
                "cells": {
                    cell.heading: {"text": cell.text, "note": cell.note} for cell in line.cells
                },
            }
            for line in view.attacks
        ],
        "tags": list(view.tags),
        "notes": view.notes,
    }


def _value(view: ValueView) -> dict[str, Any]:
    return {
        "text": view.text,
        "total": view.total,
        "base": view.base,
        "parts": [{"label": part.label, "amount": part.amount} for part in view.parts],
    }


def _item(view: ItemView) -> dict[str, Any]:
    return {"id": view.ref, "name": view.name, "quantity": view.quantity}


def _trait(view: TraitView) -> dict[str, Any]:
    return {
        "id": view.ref,
        "name": view.name,
        "level": view.level,
        "cost": view.cost,
        "effect": view.effect,
        "source": view.source,
    }


def _pending(view: PendingView) -> dict[str, Any]:
    return {
        "ref": view.ref,
        "amount": view.amount,
        "words": view.words,
        "source": view.source,
        "armed": view.armed,
        "until": view.until,
    }
