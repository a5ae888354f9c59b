"""Lets the adapter's process run on libcamera's virtual camera: what that camera lacks of a Raspberry Pi's is put in.

Python imports this by itself in a process that finds it. Each patch says what the virtual camera is without; nothing of
the adapter (``hardware/cameras``) is touched. Two libraries that it needs for other things are replaced by empty ones.
"""

import sys
import time
import types
from typing import Any
from unittest.mock import MagicMock

FRAMES_PER_S = 15.0

if "hardware.cameras.raspberry_process" in sys.orig_argv:
    for name, things in {
        "pykms": ("PixelFormat",),  # previews on a bare screen
        "pidng": (),  # raw pictures in files
        "pidng.camdefs": ("Picamera2Camera",),
        "pidng.core": ("PICAM2DNG",),
    }.items():
        sys.modules[name] = module = types.ModuleType(name)
        for thing in things:
            setattr(module, thing, MagicMock())

    import cv2
    import numpy as np
    from picamera2 import Picamera2
    from picamera2.allocators import LibcameraAllocator
    from picamera2.request import CompletedRequest

    def has(camera: Any, controls: dict[str, Any]) -> dict[str, Any]:
        return {name: value for name, value in controls.items() if name in camera.camera_ctrl_info}

    # No raw pictures.
    Picamera2._get_raw_modes = lambda camera: [{"format": "SRGGB10", "size": (1280, 768)}]

    # Buffers of two planes, which picamera2's own allocator does not make.
    opened = Picamera2.__init__

    def opened_with_planes(camera: Any, *given: Any, **named: Any) -> None:
        opened(camera, *given, **named)
        camera.allocator.close()
        camera.allocator = LibcameraAllocator(camera.camera)

    Picamera2.__init__ = opened_with_planes

    # No exposure: it is said to have one, orders about it lead nowhere, and each picture says the same.
    EXPOSURE = {"ExposureTime": (1, 66666, 0), "AnalogueGain": (1.0, 16.0, 1.0), "AeEnable": (False, True, True)}
    controls, set_controls = Picamera2.camera_controls.fget, Picamera2.set_controls
    configured, metadata = Picamera2.create_video_configuration, CompletedRequest.get_metadata

    # No pace: one buffer, and a finished picture is looked at when the next is due. NV12 only.
    def configured_plainly(camera: Any, *given: Any, **named: Any) -> dict[str, Any]:
        named["buffer_count"] = 1
        named["main"] = {**named.get("main", {}), "format": "NV12"}
        named["controls"] = has(camera, named.get("controls", {}))
        made: dict[str, Any] = configured(camera, *given, **named)
        made["controls"] = has(camera, made["controls"])
        return made

    Picamera2.camera_controls = property(lambda camera: {**controls(camera), **EXPOSURE})
    Picamera2.set_controls = lambda camera, wanted: set_controls(camera, has(camera, wanted))
    Picamera2.create_video_configuration = configured_plainly
    CompletedRequest.get_metadata = lambda request: {
        "ExposureTime": 10_000,
        "AnalogueGain": 1.0,
        **metadata(request),
    }

    processed = Picamera2.process_requests
    due = [time.monotonic()]

    def paced(camera: Any, display: Any) -> Any:
        due[0] = max(due[0] + 1 / FRAMES_PER_S, time.monotonic() - 0.2)
        time.sleep(max(0.0, due[0] - time.monotonic()))
        return processed(camera, display)

    Picamera2.process_requests = paced

    # What comes is turned to what was asked for: "RGB888", which in memory is blue, green, red.
    stream, buffer = Picamera2.stream_configuration, CompletedRequest.make_buffer

    def as_bgr(request: Any, name: str) -> Any:
        width, height = request.config[name]["size"]
        stride = request.config[name]["stride"]
        planes = buffer(request, name)[: stride * height * 3 // 2].reshape(height * 3 // 2, stride)[:, :width]
        return cv2.cvtColor(np.ascontiguousarray(planes), cv2.COLOR_YUV2BGR_NV12).reshape(-1)

    CompletedRequest.make_buffer = as_bgr
    Picamera2.stream_configuration = lambda camera, name: {
        **stream(camera, name),
        "stride": stream(camera, name)["size"][0] * 3,
    }
