"""The one family of errors, each with the exit status that a command ends with.

Every message says what came, what was expected and what to do. Each error also inherits the builtin that
a caller who has never heard of this house would catch.

| status | meaning |
| --- | --- |
| 0 | done |
| 1 | an act that the rules refuse |
| 2 | bad input or usage |
| 3 | a question that nobody answered |
| 4 | a device, a model or a disk failed |
"""


class DealerError(Exception):
    """Whatever this house raises on purpose."""

    exit_status = 4


class InputError(DealerError, ValueError):
    """What came in cannot be used: a bad option, an unreadable picture, a header that is no record."""

    exit_status = 2


class RecordError(InputError):
    """A file that is no record."""


class IllegalAct(DealerError, ValueError):
    """An act that the rules forbid now. The game is as it was before."""

    exit_status = 1


class OpenQuestion(DealerError):
    """The input ended while the table was asked something."""

    exit_status = 3


class DeviceError(DealerError, OSError):
    """A camera, a button, a speaker or a screen that does not do its work."""


class ModelError(DealerError, OSError):
    """A model file that is missing, damaged or of another make.

    ``vision`` knows no languages: ``words`` and ``remedy`` are messages of the catalogue, with ``values`` for braces.

    >>> str(ModelError("The model {name} is gone.", "Fetch it again.", name="finder"))
    'The model finder is gone. Fetch it again.'
    """

    def __init__(self, words: str, remedy: str = "", **values: object) -> None:
        super().__init__(f"{words.format(**values)} {remedy}".strip())
        self.words, self.remedy, self.values = words, remedy, values


class JournalError(DealerError, OSError):
    """The journal cannot be read or written; play stops, nothing that was acknowledged is lost."""
