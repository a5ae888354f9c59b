"""What the tracked cards are in the view: sightings with their places, and the places in which something is hidden."""

from collections.abc import Iterable

import numpy as np

from dealer.view import Area, Place, Sighting
from vision.motion.areas import Areas
from vision.motion.gate import Mask
from vision.motion.regions import TableMap
from vision.table.geometry import TableGeometry
from vision.tracking.track import Track


def sightings_of(
    tracks: Iterable[Track], geometry: TableGeometry, table: TableMap, *, blocked: Mask
) -> tuple[Sighting, ...]:
    """The cards that the game may know of; ``blocked`` (h, w) is where something lies that was not read yet."""
    found = []
    for track in tracks:
        glimpse = track.glimpse
        place = geometry.layout.place_of(glimpse.x_mm, glimpse.y_mm)
        if not track.confirmed:
            continue
        if place.area is Area.ELSEWHERE and not track.certain:
            continue  # no business of the game, and never a question
        found.append(
            Sighting(
                id=track.id,
                place=place,
                x_mm=round(glimpse.x_mm, 1),
                y_mm=round(glimpse.y_mm, 1),
                angle_deg=round(glimpse.angle_deg, 1),
                face=track.face,
                rank=track.rank,
                probabilities=track.belief,
                clear_s=track.clear_s,
                rest_s=track.rest_s,
                visible=track.visible and not table.out_of_sight(track.glimpse.corners_mm, blocked),
                corrected=track.corrected,
                reasons=track.reasons,
                outlined=glimpse.is_outlined,
                laid_on=track.laid_on,
            )
        )
    return tuple(found)


def hidden_places(
    tracks: Iterable[Track], geometry: TableGeometry, areas: Areas, *, blocked: Mask
) -> frozenset[Place]:
    """The places in which a card may lie unseen: they are outside the picture, something that was not read lies there,
    or a card can't be seen."""
    hidden = set(areas.unseen)
    if blocked.any():
        hidden |= {place for place, mask, least in areas.places if np.count_nonzero(blocked & mask) >= least}
    for track in tracks:
        seen = track.visible and not areas.map.out_of_sight(track.glimpse.corners_mm, blocked)
        if track.confirmed and not seen and not track.under:
            hidden.add(geometry.layout.place_of(track.glimpse.x_mm, track.glimpse.y_mm))
    return frozenset(place for place in hidden if place.area is not Area.ELSEWHERE)


__all__ = ["hidden_places", "sightings_of"]
