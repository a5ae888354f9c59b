"""The nets. All take pictures as they are (uint8, BGR, height x width x 3) and scale them themselves."""

import torch
from torch import Tensor, nn


class Block(nn.Module):
    """A residual 3x3 convolution."""

    def __init__(self, channels: int) -> None:
        super().__init__()
        self.conv = nn.Conv2d(channels, channels, 3, padding=1, bias=False)
        self.norm = nn.BatchNorm2d(channels)

    def forward(self, x: Tensor) -> Tensor:
        return x + torch.relu(self.norm(self.conv(x)))


def _step(inputs: int, outputs: int, stride: int) -> nn.Sequential:
    return nn.Sequential(nn.Conv2d(inputs, outputs, 3, stride, 1, bias=False), nn.BatchNorm2d(outputs), nn.ReLU())


class FinderNet(nn.Module):
    """Net A. (n, h, w, 3) uint8, sides divisible by 16 -> (n, 10, h/4, w/4).

    Channels: heat logit of "corner index"; offset of its centre from the cell's middle (2, cells); the card's up (2);
    from the index to the card's centre (2, 64 px); logs of the card's width over 128 px, of its height over 178 px and
    of the numeral's size over 19.2 px.
    """

    def __init__(self) -> None:
        super().__init__()
        self.stem = _step(3, 16, 2)
        self.quarter = nn.Sequential(_step(16, 32, 2), Block(32))
        self.eighth = nn.Sequential(_step(32, 48, 2), Block(48), Block(48))
        self.sixteenth = nn.Sequential(_step(48, 72, 2), Block(72), Block(72), Block(72), Block(72))
        self.to_eighth = nn.Sequential(nn.Conv2d(72, 48, 1, bias=False), nn.BatchNorm2d(48))
        self.join_eighth = _step(48, 48, 1)
        self.to_quarter = nn.Sequential(nn.Conv2d(48, 32, 1, bias=False), nn.BatchNorm2d(32))
        self.join_quarter = _step(32, 32, 1)
        self.head = nn.Conv2d(32, 10, 1)
        nn.init.constant_(self.head.bias[:1], -4.0)  # type: ignore[index]  # a convolution has one by default

    def forward(self, image: Tensor) -> Tensor:
        x = image.permute(0, 3, 1, 2).float() / 127.5 - 1.0
        quarter = self.quarter(self.stem(x))
        eighth = self.eighth(quarter)
        wide = self.to_eighth(self.sixteenth(eighth))
        eighth = self.join_eighth(
            torch.relu(eighth + nn.functional.interpolate(wide, scale_factor=2.0, mode="nearest"))
        )
        wide = self.to_quarter(eighth)
        quarter = torch.relu(quarter + nn.functional.interpolate(wide, scale_factor=2.0, mode="nearest"))
        return self.head(self.join_quarter(quarter))


class RankNet(nn.Module):
    """Net B. (n, 48, 48, 3) uint8, an index upright in the middle -> (n, 20): 11 logits (ranks 1 to 10,
    none of these), 7 of pose, 2 of size.

    The pose is in the patch's frame (right, down): the numeral's centre from the patch's middle (2, patch sides), the
    card's up (2, unit vector), log of the card's width over the width that the patch was cut for, the way from
    the numeral to the card's centre (2, of that width). The size is the numeral's: logs of its width and of its height
    in patch sides.
    """

    def __init__(self) -> None:
        super().__init__()
        self.body = nn.Sequential(
            _step(3, 24, 1), nn.MaxPool2d(2),
            _step(24, 40, 1), Block(40), nn.MaxPool2d(2),
            _step(40, 80, 1), Block(80), nn.MaxPool2d(2),
            _step(80, 128, 1), Block(128), nn.MaxPool2d(2), nn.Flatten(),
        )  # fmt: skip
        self.rank = nn.Sequential(nn.Dropout(0.2), nn.Linear(128 * 9, 128), nn.ReLU(), nn.Linear(128, 11))
        self.pose = nn.Sequential(nn.Linear(128 * 9, 64), nn.ReLU(), nn.Linear(64, 7))
        self.size = nn.Sequential(nn.Linear(128 * 9, 64), nn.ReLU(), nn.Linear(64, 2))

    def forward(self, patch: Tensor) -> Tensor:
        seen = self.body(_evened(patch))
        return torch.cat([self.rank(seen), self.pose(seen), self.size(seen)], 1)


class ZoomedNet(nn.Module):
    """Net D, which is asked about patches in which every numeral is equally high.

    (n, 48, 48, 3) uint8, an index upright in the middle, its numeral half as high as the patch -> (n, 16): 11 logits
    (ranks 1 to 10, none of these), 5 of what is left of the pose: the numeral's centre from the patch's middle (2,
    patch sides; right, down), the card's up (2, unit vector), log of the numeral's size over the one that it should
    have.
    """

    def __init__(
        self,
        channels: tuple[int, int, int, int] = (16, 32, 64, 128),
        blocks: tuple[int, int, int] = (1, 2, 2),
        hidden: int = 128,
    ) -> None:
        super().__init__()
        layers: list[nn.Module] = [_step(3, channels[0], 1), nn.MaxPool2d(2)]
        for inputs, outputs, count in zip(channels[:-1], channels[1:], blocks, strict=True):
            layers += [_step(inputs, outputs, 1), *(Block(outputs) for _ in range(count)), nn.MaxPool2d(2)]
        self.body = nn.Sequential(*layers, nn.Flatten())
        eighth = channels[-1]
        self.rank = nn.Sequential(nn.Dropout(0.2), nn.Linear(eighth * 9, hidden), nn.ReLU(), nn.Linear(hidden, 11))
        self.pose = nn.Sequential(nn.Linear(eighth * 9, hidden // 2), nn.ReLU(), nn.Linear(hidden // 2, 5))

    def forward(self, patch: Tensor) -> Tensor:
        seen = self.body(_evened(patch))
        return torch.cat([self.rank(seen), self.pose(seen)], 1)


class SecondNet(ZoomedNet):
    """Net C, which reads what net D reads, with twice as many weights, where that left a doubt."""

    def __init__(self) -> None:
        super().__init__((32, 56, 112, 192), (2, 2, 2))


class TeachingNet(ZoomedNet):
    """Reads what nets C and D read, with three and six times as many weights; it never ships. What it says of a patch
    they learn beside what is there."""

    def __init__(self) -> None:
        super().__init__((64, 96, 192, 288), (2, 2, 2), 256)


class OrientationNet(nn.Module):
    """Net E. (n, 96, 96, 3) uint8, an index in the middle, turned by any quarters -> (n, 1): logit of its card being
    the right way up, beside those of the same patch turned otherwise."""

    def __init__(self) -> None:
        super().__init__()
        self.body = nn.Sequential(
            _step(3, 16, 2), _step(16, 32, 2), Block(32),
            _step(32, 64, 2), Block(64), Block(64),
            _step(64, 96, 2), Block(96), Block(96), nn.MaxPool2d(2), nn.Flatten(),
        )  # fmt: skip
        self.upright = nn.Sequential(nn.Dropout(0.2), nn.Linear(96 * 9, 64), nn.ReLU(), nn.Linear(64, 1))

    def forward(self, patch: Tensor) -> Tensor:
        return self.upright(self.body(_evened(patch)))


def _evened(patch: Tensor) -> Tensor:
    """Patches (n, h, w, 3) uint8 as (n, 3, h, w), each with mean 0 and spread 1 or so."""
    x = patch.permute(0, 3, 1, 2).float() / 255.0
    mean = x.mean(dim=(1, 2, 3), keepdim=True)
    spread = ((x - mean) ** 2).mean(dim=(1, 2, 3), keepdim=True).sqrt()
    return (x - mean) / (spread + 0.02)
