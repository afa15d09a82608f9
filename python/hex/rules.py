"""Hex for thousands of boards at once.

Every board is seen by the side to move, which joins top and bottom; the enemy
joins left and right. After a stone the board is mirrored on its long diagonal
(x <-> y), which exchanges the edges, so the net only ever learns one side.

Neighbours of (y, x): (y, x-1) (y, x+1) (y-1, x) (y+1, x) (y-1, x+1) (y+1, x-1).

The win test is exact and costs no search for a chain: per side we keep the
stones joined to its first and to its second edge, and a stone wins where it
touches both. The two sets grow by flooding when a stone is really played.
"""

from dataclasses import dataclass

import torch

# Rings of edge stones painted round the board: as far as the first layer sees.
RIM = 2
# Own, enemy, beyond the board; a fourth plane of zeros keeps words of four.
PLANES = 4


def grown(cells):
    """The cells and all their neighbours; `cells` is bool [..., N, N]."""
    out = cells.clone()
    out[..., :, 1:] |= cells[..., :, :-1]
    out[..., :, :-1] |= cells[..., :, 1:]
    out[..., 1:, :] |= cells[..., :-1, :]
    out[..., :-1, :] |= cells[..., 1:, :]
    out[..., :-1, 1:] |= cells[..., 1:, :-1]
    out[..., 1:, :-1] |= cells[..., :-1, 1:]
    return out


def flood(seed, within):
    """The cells of `within` joined to `seed` through cells of `within`."""
    reached = seed & within
    while True:
        before = reached
        for _ in range(6):
            reached = grown(reached) & within
        if torch.equal(reached, before):
            return reached


def mirrored(cells):
    """The board seen by the other side."""
    return cells.transpose(-1, -2)


@dataclass
class Boards:
    """G games of one size, each seen by its side to move."""

    own: torch.Tensor  # bool [G, N, N]
    enemy: torch.Tensor
    own_first: torch.Tensor  # own stones joined to the top edge
    own_second: torch.Tensor  # to the bottom edge
    enemy_first: torch.Tensor  # enemy stones joined to the left edge
    enemy_second: torch.Tensor  # to the right edge

    FIELDS = ("own", "enemy", "own_first", "own_second", "enemy_first", "enemy_second")

    @staticmethod
    def empty(games, side, device):
        none = torch.zeros(games, side, side, dtype=torch.bool, device=device)
        return Boards(*(none.clone() for _ in Boards.FIELDS))

    @property
    def games(self):
        return self.own.shape[0]

    @property
    def side(self):
        return self.own.shape[-1]

    def vacant(self):
        """Where a stone may be put."""
        return ~(self.own | self.enemy)

    def select(self, index):
        """Some of the games, by index or mask."""
        return Boards(*(getattr(self, name)[index] for name in Boards.FIELDS))

    def own_wins(self):
        """Where a stone of the side to move wins at once."""
        near_first, near_second = grown(self.own_first), grown(self.own_second)
        near_first[:, 0, :] = True
        near_second[:, -1, :] = True
        return near_first & near_second & self.vacant()

    def enemy_wins(self):
        """Where the enemy would win at once, were it his turn."""
        near_first, near_second = grown(self.enemy_first), grown(self.enemy_second)
        near_first[:, :, 0] = True
        near_second[:, :, -1] = True
        return near_first & near_second & self.vacant()

    def play(self, cells):
        """A stone of the side to move on each board; then it is the other's turn."""
        stone = torch.zeros_like(self.own).flatten(1)
        stone.scatter_(1, cells[:, None], True)
        stone = stone.view_as(self.own)
        own = self.own | stone
        top, bottom = stone.clone(), stone.clone()
        top[:, 1:, :] = False
        bottom[:, :-1, :] = False
        seeds = torch.stack((grown(self.own_first) & stone | top | self.own_first,
                             grown(self.own_second) & stone | bottom | self.own_second))
        first, second = flood(seeds, own.expand_as(seeds))
        fields = (self.enemy, own, self.enemy_first, self.enemy_second, first, second)
        return Boards(*(mirrored(field).contiguous() for field in fields))


def has_joined(own):
    """Whether `own` joins top and bottom, from scratch: the slow twin for tests."""
    top = torch.zeros_like(own)
    top[..., 0, :] = True
    return flood(top, own)[..., -1, :].any(-1)


def paint(own, enemy, dtype):
    """What the net sees: planes [G, PLANES, N + 2 RIM, N + 2 RIM] in NHWC memory."""
    games, side = own.shape[0], own.shape[-1]
    whole, last = side + 2 * RIM, side + RIM
    planes = torch.zeros(games, whole, whole, PLANES, dtype=dtype, device=own.device)
    planes[:, :RIM, :, 0] = 1
    planes[:, last:, :, 0] = 1
    planes[:, :, :RIM, 1] = 1
    planes[:, :, last:, 1] = 1
    planes[..., 2] = 1
    # The corners belong to both edges that meet there; the sides to one.
    planes[:, RIM:last, RIM:last, 0] = own.to(dtype)
    planes[:, RIM:last, RIM:last, 1] = enemy.to(dtype)
    planes[:, RIM:last, RIM:last, 2] = 0
    return planes.permute(0, 3, 1, 2)


def paint_children(boards, cells, dtype):
    """The boards after each of `cells` [G, K], seen by the next side: [G * K, ...]."""
    games, wide = cells.shape
    side = boards.side
    planes = paint(mirrored(boards.enemy), mirrored(boards.own), dtype)
    planes = planes.permute(0, 2, 3, 1)[:, None].expand(-1, wide, -1, -1, -1).contiguous()
    y, x = cells // side, cells % side
    row = torch.arange(games, device=cells.device)[:, None].expand_as(cells)
    nth = torch.arange(wide, device=cells.device)[None, :].expand_as(cells)
    planes[row, nth, x + RIM, y + RIM, 1] = 1
    return planes.flatten(0, 1).permute(0, 3, 1, 2)
