"""Which known card each glimpse of a look is: the cards that lie where they lay, and those that slid."""

from collections.abc import Callable, Iterable, Mapping, Sequence

from dealer.view import Face
from vision.tracking.glimpses import Glimpse, apart
from vision.tracking.track import Fate, Track, TrackSettings, disagree, reads_otherwise


def pairs_in_place(
    glimpses: Sequence[Glimpse], tracks: Sequence[Track], settings: TrackSettings
) -> tuple[list[tuple[Track, Glimpse]], list[Glimpse], list[Track]]:
    """The cards that lie where they lay, with what was seen of each, and the glimpses and the cards that are left."""
    costs = []
    for at, glimpse in enumerate(glimpses):
        for track in tracks:
            distance, turn = apart(track.glimpse, glimpse)
            if distance > settings.in_place_mm or turn > settings.in_place_deg or disagree(track, glimpse):
                continue
            if distance > settings.beside_mm and reads_otherwise(track, glimpse):
                continue
            if glimpse.face is not Face.UP and track.face is Face.UP:
                continue  # what has no index is not the card that was read here: it lies on it, or is no card
            alike = track.rank is not None and track.rank == glimpse.rank
            costs.append((distance + 0.3 * turn - (8.0 if alike else 0.0), at, track.id))
    pairs, left = _cheapest(costs, glimpses, tracks)
    paired = {track.id for track, _ in pairs}
    return pairs, left, [track for track in tracks if track.id not in paired]


def pairs_slid(
    glimpses: Sequence[Glimpse],
    tracks: Sequence[Track],
    fates: Mapping[int, Fate],
    vacated: Callable[[Track, Glimpse], bool],
    settings: TrackSettings,
) -> tuple[list[tuple[Track, Glimpse]], list[Glimpse]]:
    """The cards that slid, with what was seen of each where it lies now, and the glimpses that are left: a card that
    left its place and lies near it, with the same rank, slid there."""
    costs = []
    for at, glimpse in enumerate(glimpses):
        for track in tracks:
            fate = fates.get(track.id)
            if fate is None or fate in (Fate.SAME, Fate.COVERED):
                continue
            distance, turn = apart(track.glimpse, glimpse)
            same = track.rank is not None and track.rank == glimpse.rank
            unread = track.face is glimpse.face and (track.rank is None or glimpse.rank is None)
            unread = unread and not reads_otherwise(track, glimpse)
            if fate is Fate.UNDER and (not same or distance > settings.unread_slide_mm):
                continue  # a card stays under another; only a short slide out of its place looks the same
            if not vacated(track, glimpse):
                continue  # its edge still shows where it lay: another card of its rank was laid on it
            if same and distance <= settings.slide_mm or unread and distance <= settings.unread_slide_mm:
                costs.append((distance + 0.2 * turn + (0.0 if same else 50.0), at, track.id))
    return _cheapest(costs, glimpses, tracks)


def _cheapest(
    costs: Iterable[tuple[float, int, int]], glimpses: Sequence[Glimpse], tracks: Sequence[Track]
) -> tuple[list[tuple[Track, Glimpse]], list[Glimpse]]:
    """Pairs out of (cost, number of the glimpse, id of the track), the cheapest first, and the glimpses left."""
    by_id = {track.id: track for track in tracks}
    pairs: list[tuple[Track, Glimpse]] = []
    taken_glimpses: set[int] = set()
    taken_tracks: set[int] = set()
    for _, at, track_id in sorted(costs):
        if at not in taken_glimpses and track_id not in taken_tracks:
            taken_glimpses.add(at)
            taken_tracks.add(track_id)
            pairs.append((by_id[track_id], glimpses[at]))
    return pairs, [glimpse for at, glimpse in enumerate(glimpses) if at not in taken_glimpses]


__all__ = ["pairs_in_place", "pairs_slid"]
