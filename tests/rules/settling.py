"""Settles effects with scripted answers, for the tests of settling."""

from __future__ import annotations

from collections.abc import Mapping

from mordcry_app.rules.effects import Effect, Gain
from mordcry_app.rules.procedure import (
    Answer,
    ChoiceAnswer,
    Choose,
    Outcome,
    Procedure,
    Roll,
    RollAnswer,
    run,
)
from mordcry_app.rules.settle import Scene, settle

ANNA, BERT, CORD, FIRSTS = "member:11", "member:12", "member:13", "roster:1"
XP = Gain(resource="xp", amount=1, reason="why not")


class Settled:
    """Settles effects with scripted faces and choices, and keeps what was asked."""

    def __init__(
        self, scene: Scene, *effects: Effect, faces: Mapping[str, int | str | tuple[int, ...]] = {}
    ) -> None:
        def procedure() -> Procedure:
            return Outcome((yield from settle(effects, scene)))

        answers: dict[str, Answer] = {}
        self.questions: list[Roll | Choose] = []
        while True:
            progress = run(procedure, answers)
            if progress.outcome is not None:
                break
            question = progress.question
            assert isinstance(question, Roll | Choose)
            assert progress.refused == ""
            self.questions.append(question)
            answers[question.key] = _answer(question, faces[question.key])
        assert set(answers) == set(faces)
        self.effects = progress.outcome.effects
        self.targets = [(effect.op, effect.who) for effect in self.effects]


def _answer(question: Roll | Choose, given: int | str | tuple[int, ...]) -> Answer:
    if isinstance(question, Choose):
        return ChoiceAnswer(option=str(given))
    shown = given if isinstance(given, tuple) else (int(given),)
    return RollAnswer(dice=question.dice, faces=shown, typed=True)
