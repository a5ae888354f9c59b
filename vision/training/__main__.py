"""``python -m vision.training``: see ``vision.training.recipe``."""

from vision.training.recipe import main

if __name__ == "__main__":
    raise SystemExit(main())
