"""Home Assistant is told what there is to see at a table, so that lights can blink: turn, loser, pot and trouble."""

import json
from typing import Any

import dealer
from dealer.locale import _
from dealer.venue.address import Broker

PREFIX = "homeassistant"
"""Where Home Assistant looks, unless somebody has changed that."""


def messages(broker: Broker, table: str, name: str) -> list[tuple[str, bytes]]:
    """The topics, and what is kept there, of a table of this identity and name."""
    state, status = broker.topic(name, "state"), broker.topic(name, "status")
    short = table.replace("-", "")[:12]
    sensors: tuple[tuple[str, str, dict[str, Any]], ...] = (
        ("sensor", "turn", {"name": _("Turn"), "icon": "mdi:cards-playing", "value_template": _of("turn")}),
        ("sensor", "loser", {"name": _("Loser"), "icon": "mdi:emoticon-sad", "value_template": _of("loser")}),
        ("sensor", "pot", {"name": _("Pot"), "icon": "mdi:cash", "value_template": "{{ value_json.pot }}"}),
        (
            "binary_sensor",
            "trouble",
            {
                "name": _("Trouble"),
                "device_class": "problem",
                "state_topic": status,
                "value_template": "{{ 'ON' if value_json.trouble else 'OFF' }}",
                "json_attributes_topic": status,
            },
        ),
    )
    found = []
    for component, what, fields in sensors:
        config = {
            "unique_id": f"pairs_{short}_{what}",
            "object_id": f"pairs_{short}_{what}",
            "state_topic": state,
            "availability_topic": status,
            "availability_template": "{{ 'online' if value_json.online else 'offline' }}",
            "device": {
                "identifiers": [f"pairs_{short}"],
                "name": f"Pairs {name}",
                "model": "Pairs Dealer",
                "sw_version": dealer.__version__,
            },
            "origin": {"name": "Pairs Dealer", "sw_version": dealer.__version__},
            **fields,
        }
        topic = f"{PREFIX}/{component}/pairs_{short}/{what}/config"
        found.append((topic, json.dumps(config, ensure_ascii=False).encode()))
    return found


def _of(field: str) -> str:
    return "{{ value_json.%s or '' }}" % field  # noqa: UP031  (braces are Home Assistant's here)
