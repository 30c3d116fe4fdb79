"""Prints the ratings and intervals of ten tables, computed in another way than the host does.

A rating is the maximum likelihood estimate of the model by Bradley and Terry, in which a match is won with a probability of
1 / (1 + 10^(-d/400)) by who is stronger by d. A draw counts as half a win for each, and a forfeit as a win for the other. So
that it stays finite, each entrant has one draw more, against a player of rating 0; then all are shifted so that their mean is 0.
An interval is 1.96 standard deviations by the inverse of the Fisher information of the same estimate.

The likelihood is a function of the strengths alone. Each strength in turn is moved to where the derivative of its logarithm,
taken numerically, is 0, found by bisection, until nothing moves any more. The information is the matrix of second
differences, and its inverse is found by elimination.
"""
import math

MATCHES = {  # (one, other): matches won by one, won by the other, drawn
    "one match": (2, {(0, 1): (1, 0, 0)}),
    "one draw": (2, {(0, 1): (0, 0, 1)}),
    "all won, all lost": (2, {(0, 1): (20, 0, 0)}),
    "nothing played": (3, {}),
    "a cycle": (3, {(0, 1): (2, 0, 0), (1, 2): (2, 0, 0), (0, 2): (0, 2, 0)}),
    "a ladder": (4, {(0, 1): (3, 1, 0), (1, 2): (3, 1, 0), (2, 3): (3, 1, 0)}),
    "a crosstable": (4, {
        (0, 1): (4, 2, 2), (0, 2): (5, 1, 2), (0, 3): (8, 0, 0), (1, 2): (3, 3, 2), (1, 3): (6, 1, 1), (2, 3): (5, 3, 0),
    }),
    "one beats all": (5, {(0, other): (10, 0, 0) for other in range(1, 5)}),
    "two islands": (4, {(0, 1): (7, 3, 0), (2, 3): (1, 9, 0)}),
    "close and many": (3, {(0, 1): (510, 480, 10), (0, 2): (530, 460, 10), (1, 2): (505, 485, 10)}),
}


def log_chance(difference):
    """The logarithm of the chance to win for who is stronger by this much."""
    return -math.log1p(math.exp(-difference)) if difference > 0 else difference - math.log1p(math.exp(difference))


def likelihood(strengths, results):
    sum = 0
    for strength in strengths:  # One draw against a player of strength 0.
        sum += (log_chance(strength) + log_chance(-strength)) / 2
    for (one, other), (won, lost, drawn) in results.items():
        difference = strengths[one] - strengths[other]
        sum += (won + drawn / 2) * log_chance(difference) + (lost + drawn / 2) * log_chance(-difference)
    return sum


def moved(strengths, *moves):
    strengths = list(strengths)
    for index, distance in moves: strengths[index] += distance
    return strengths


def climb(count, results):
    strengths, step = [0.0] * count, 1e-4
    for _ in range(4000):
        before = list(strengths)
        for index in range(count):
            low, high = -20.0, 20.0
            while high - low > 1e-9:
                strengths[index] = (low + high) / 2
                up, down = (likelihood(moved(strengths, (index, move)), results) for move in (step, -step))
                if up > down: low = strengths[index]
                else: high = strengths[index]
        if max(abs(a - b) for a, b in zip(before, strengths)) < 1e-7: break
    return strengths


def inverse(matrix):
    count = len(matrix)
    rows = [list(row) + [float(row_index == column) for column in range(count)] for row_index, row in enumerate(matrix)]
    for column in range(count):
        pivot = max(range(column, count), key=lambda row: abs(rows[row][column]))
        rows[column], rows[pivot] = rows[pivot], rows[column]
        rows[column] = [value / rows[column][column] for value in rows[column]]
        for row in range(count):
            if row != column:
                rows[row] = [a - rows[row][column] * b for a, b in zip(rows[row], rows[column])]
    return [row[count:] for row in rows]


def information(strengths, results, step=1e-3):
    def second(a, b):
        corners = [(1, 1, 1), (1, -1, -1), (-1, 1, -1), (-1, -1, 1)]
        return sum(
            sign * likelihood(moved(strengths, (a, x * step), (b, y * step)), results) for x, y, sign in corners
        ) / (4 * step * step)
    return [[-second(a, b) for b in range(len(strengths))] for a in range(len(strengths))]


for name, (count, results) in MATCHES.items():
    strengths = climb(count, results)
    covariance = inverse(information(strengths, results))
    mean, unit = sum(strengths) / count, 400 / math.log(10)
    ratings, intervals = [], []
    for index in range(count):
        weights = [(1 if other == index else 0) - 1 / count for other in range(count)]
        variance = sum(weights[a] * covariance[a][b] * weights[b] for a in range(count) for b in range(count))
        ratings.append(unit * (strengths[index] - mean))
        intervals.append(1.959964 * unit * math.sqrt(max(0, variance)))
    print(name, [round(value, 2) for value in ratings], [round(value, 2) for value in intervals], sep="\t")
