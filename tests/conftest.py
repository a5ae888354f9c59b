"""How the tests draw their examples.

`make test` draws the same examples every time, so that it tells of a change and never of luck. To look for what no
example has shown yet: ``make explore`` draws others, many more of them.
"""

import os

from hypothesis import settings

settings.register_profile("same", derandomize=True, deadline=None)
settings.register_profile("explore", derandomize=False, deadline=None, print_blob=True)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "same"))
