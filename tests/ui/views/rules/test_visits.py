"""The way through the rules: back, forward, and where it began."""

from __future__ import annotations

from mordcry_app.ui.views.rules.visits import Visit, Visits


def test_back_and_forward_on_the_way_that_was_taken() -> None:
    visits = Visits("start")
    assert (visits.before(), visits.after()) == (None, None)
    visits.go("stat:ws")
    visits.go("topic:hitting")
    assert visits.go_back() == Visit("stat:ws")
    assert visits.after() == Visit("topic:hitting")
    assert visits.go_back() == Visit("start")
    assert visits.go_back() == Visit("start")
    assert visits.go_forward() == Visit("stat:ws")


def test_a_new_way_forgets_what_lay_ahead() -> None:
    visits = Visits("start")
    visits.go("stat:ws")
    visits.go_back()
    visits.go("stat:bs")
    assert visits.after() is None
    assert visits.go_forward() == Visit("stat:bs")
    assert visits.before() == Visit("start")


def test_the_place_at_hand_is_not_visited_twice() -> None:
    visits = Visits("start")
    visits.go("stat:ws")
    visits.go("stat:ws")
    assert visits.before() == Visit("start")
    visits.go("stat:ws", "warbands")
    assert visits.here == Visit("stat:ws", "warbands")
    visits.forget_way_in()
    assert visits.here == Visit("stat:ws")
