"""The voice: what is said when, clips made by espeak-ng, and the loudspeaker."""
