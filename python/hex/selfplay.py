"""Games of a net against itself, thousands at once.

Each move looks one ply ahead: the `wide` likeliest moves by Gumbel-top-k are
tried, the net judges the boards after them, and the judgements sharpen the
policy. The sharpened policy is what the net learns, and a move drawn from it is
played (the same Gumbel noise does the drawing, so nothing is drawn twice).
This is a Gumbel search with one simulation a candidate; it keeps its shape in
every game, so all boards of all games go through the net in one call.

Values learned are mixtures along the game (lambda-returns) of the judgements and
the result.
"""

from dataclasses import dataclass, replace

import torch

from rules import Boards, paint, paint_children

# Judgements are logits of winning; beyond this they are as good as certain.
CERTAIN = 6.0
# Part of the games of which the end is not waited for.
FEW = 80


@dataclass(frozen=True)
class Look:
    """How games are played."""

    wide: int = 16  # moves tried at every position
    weight: float = 1.5  # of judgements against the policy, both in logits
    trust: float = 1.0  # lambda: 1 learns from results alone
    resign: float = 0.0  # a chance to win below which most games end
    stones: int = 3  # random first stones, at most
    calm: float = 0.6  # weight of the noise in moves after the opening

    def but(self, **changes):
        return replace(self, **changes)


@dataclass
class Samples:
    """Positions to learn from."""

    own: torch.Tensor  # bool [P, N, N]
    enemy: torch.Tensor
    policy: torch.Tensor  # half [P, N * N]
    value: torch.Tensor  # float [P], the chance to win

    FIELDS = ("own", "enemy", "policy", "value")


@dataclass
class Tally:
    """What it took."""

    games: int = 0
    plies: int = 0
    evaluations: int = 0
    first_wins: float = 0.0


def gumbel(shape, generator, device):
    noise = torch.rand(shape, generator=generator, device=device)
    return -torch.log(-torch.log(noise.clamp_(1e-9, 1 - 1e-7)))


def scatter_stones(boards, most, generator):
    """Up to `most` random stones at the start of each game."""
    device, side = boards.own.device, boards.side
    count = torch.randint(0, most + 1, (boards.games,), generator=generator, device=device)
    for n in range(most):
        more = (count > n).nonzero().squeeze(1)
        if len(more) == 0:
            break
        part = boards.select(more)
        chance = torch.rand(part.games, side * side, generator=generator, device=device)
        part = part.play((chance * part.vacant().flatten(1)).argmax(1))
        for name in Boards.FIELDS:
            getattr(boards, name)[more] = getattr(part, name)
    return boards


def judge(net, boards, legal, look, generator, calm):
    """Policy to learn, value found, and a move to play at every board."""
    prior, value = net.in_parts(paint(boards.own, boards.enemy, net.dtype))
    prior = torch.log_softmax(prior.masked_fill(~legal, -torch.inf), dim=1)
    wide = min(look.wide, prior.shape[1])
    noise = gumbel(prior.shape, generator, prior.device)
    cells = (prior + noise).topk(wide, dim=1).indices
    children = paint_children(boards, cells, net.dtype)
    found = -net.in_parts(children)[1].view(-1, wide).clamp(-CERTAIN, CERTAIN)
    there = prior.gather(1, cells)
    allowed = torch.isfinite(there)
    # What was not tried counts as the mean of what was.
    share = torch.softmax(there, dim=1)
    chance = torch.sigmoid(found)
    mean = (torch.sigmoid(value) + wide * (share * chance).sum(1)) / (1 + wide)
    rest = torch.logit(mean, eps=1e-3)
    better = prior + look.weight * rest[:, None]
    tried = torch.where(allowed, there + look.weight * found, -torch.inf)
    better = better.scatter(1, cells, tried)
    best = (torch.softmax(tried, dim=1) * chance).sum(1)
    pick = (tried + calm * noise.gather(1, cells)).argmax(1, keepdim=True)
    return torch.softmax(better, dim=1), best, cells.gather(1, pick).squeeze(1), wide + 1


def play(net, games, side, look, generator):
    """Play `games` games to their decision: samples and a tally."""
    device = net.device
    boards = scatter_stones(Boards.empty(games, side, device), look.stones, generator)
    number = torch.arange(games, device=device)
    patient = torch.rand(games, generator=generator, device=device) < 0.2
    end = torch.zeros(games, dtype=torch.long, device=device)
    result = torch.zeros(games, device=device)
    kept, numbers, plies, roots = [], [], [], []
    tally = Tally(games=games)
    for ply in range(side * side):
        if boards.games == 0:
            break
        wins, threats = boards.own_wins().flatten(1), boards.enemy_wins().flatten(1)
        won, against = wins.any(1), threats.sum(1)
        lost = ~won & (against > 1)
        over = won | lost
        # Decided ones are learned too: the engine's tree meets such boards.
        target = torch.where(won[:, None], wins, threats).float()
        target /= target.sum(1, keepdim=True).clamp(min=1)
        root = won.float()
        live = (~over).nonzero().squeeze(1)
        stop = over.clone()
        if len(live):
            part = boards.select(live)
            forced = against[live] == 1
            legal = torch.where(forced[:, None], threats[live], part.vacant().flatten(1))
            calm = 1.0 if ply < side else look.calm
            policy, value, cells, spent = judge(net, part, legal, look, generator, calm)
            tally.evaluations += spent * len(live)
            target[live], root[live] = policy, value
            clear = (value < look.resign) | (value > 1 - look.resign)
            stop[live] = clear & ~patient[number[live]]
            # The last few games would keep a whole machine busy: they end here,
            # taken for what the look says of them.
            few = boards.games <= games // FEW
            if few:
                stop[live] = True
            going = ~stop[live]
        kept.append((boards.own, boards.enemy, target.half()))
        numbers.append(number)
        plies.append(torch.full_like(number, ply))
        roots.append(root)
        ended = number[stop]
        end[ended] = ply
        certain = over[stop] | (root[stop] < look.resign) | (root[stop] > 1 - look.resign)
        result[ended] = torch.where(certain, root[stop].round(), root[stop])
        if stop.all():
            break
        boards = part.select(going).play(cells[going])
        number = number[live][going]
    return collect(kept, numbers, plies, roots, end, result, look, tally)


def collect(kept, numbers, plies, roots, end, result, look, tally):
    """Values along each game, from its end to its beginning."""
    length = len(plies)
    root = torch.zeros(len(end), length + 1, device=end.device)
    for ply, (number, value) in enumerate(zip(numbers, roots)):
        root[number, ply] = value
    target = torch.zeros_like(root)
    for ply in reversed(range(length)):
        mixed = (1 - look.trust) * root[:, ply] + look.trust * (1 - target[:, ply + 1])
        target[:, ply] = torch.where(end == ply, result, mixed)
    number, ply = torch.cat(numbers), torch.cat(plies)
    own, enemy, policy = (torch.cat(parts) for parts in zip(*kept))
    tally.plies = len(number)
    first = torch.where(end % 2 == 0, result, 1 - result)
    tally.first_wins = first.mean().item()
    return Samples(own, enemy, policy, target[number, ply]), tally


def duel(first, second, games, side, generator):
    """Score of `first` by plain policies: likeliest moves after a loose opening.

    Half the games each side begins; a pair of games shares its random stones.
    """
    device = first.device
    boards = scatter_stones(Boards.empty(games // 2, side, device), 3, generator)
    pair = torch.arange(games // 2, device=device)
    boards = boards.select(torch.cat((pair, pair)))
    # Whether `first` is to move.
    turn = torch.arange(boards.games, device=device) < games // 2
    won = 0
    for ply in range(side * side):
        sure = boards.own_wins().flatten(1).any(1)
        won += (sure & turn).sum().item()
        lost = ~sure & (boards.enemy_wins().flatten(1).sum(1) > 1)
        won += (lost & ~turn).sum().item()
        keep = ~(sure | lost)
        boards, turn = boards.select(keep), turn[keep]
        if boards.games == 0:
            break
        planes = paint(boards.own, boards.enemy, first.dtype)
        logits = torch.where(turn[:, None], first.in_parts(planes)[0],
                             second.in_parts(planes)[0])
        threats = boards.enemy_wins().flatten(1)
        legal = torch.where(threats.any(1, keepdim=True), threats, boards.vacant().flatten(1))
        logits = logits.masked_fill(~legal, -torch.inf)
        if ply < 6:
            logits = logits + 0.5 * gumbel(logits.shape, generator, device)
        boards, turn = boards.play(logits.argmax(1)), ~turn
    return won / (2 * (games // 2))
