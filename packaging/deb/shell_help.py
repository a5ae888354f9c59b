"""Writes the man page and what shells complete, both made from the command line's own help, below a share folder."""

import sys
from pathlib import Path

import shtab
from argparse_manpage.manpage import Manpage

import dealer
from dealer.cli import make_parser
from dealer.examples import EXAMPLES

MAN_PAGE = {
    "description": "referee for the card game Pairs",
    "project_name": "pairs-dealer",
    "version": dealer.__version__,
    "manual_title": "Pairs Dealer",
}


def examples() -> str:
    """The man page's section of examples, in troff."""
    lines = "\n".join(example for command in EXAMPLES.values() for example in command)
    return ".SH EXAMPLES\n.nf\n" + lines.replace("-", r"\-") + "\n.fi\n"


def main(share: Path) -> None:
    """Write man1/dealer.1, and the completions for bash and zsh."""
    parser = make_parser()
    for name, text in {
        "man/man1/dealer.1": f"{Manpage(parser, _data=MAN_PAGE)}\n{examples()}",
        "bash-completion/completions/dealer": shtab.complete(parser, shell="bash"),
        "zsh/vendor-completions/_dealer": shtab.complete(parser, shell="zsh"),
    }.items():
        (share / name).parent.mkdir(parents=True, exist_ok=True)
        (share / name).write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
