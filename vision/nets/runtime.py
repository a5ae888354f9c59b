"""onnxruntime, told first that it reports nothing to anybody. Nobody else imports it (tests/test_imports.py).

Its newer wheels look up their maker's computers and keep a number of this device in the user's folder, unless the
environment says otherwise before the import.
"""

import os

os.environ["ORT_DISABLE_TELEMETRY"] = "1"

import onnxruntime as ort  # noqa: E402

__all__ = ["ort"]
