"""Writes test/fixtures/stats/distributions.json: reference values for src/core/stats.

Usage: python scripts/distribution-fixtures.py > test/fixtures/stats/distributions.json
Needs scipy and mpmath. Every scipy value is checked against 50-digit mpmath where scipy's own
last digits are not to be relied upon (far tails, very many degrees of freedom).
"""
import json
import math
import sys

import mpmath as mp
import scipy
from scipy import special, stats

mp.mp.dps = 50
AGREE = 1e-11


def t_tail(t, df):
    if math.isinf(df):
        return normal_tail(t)
    t, df = mp.mpf(t), mp.mpf(df)
    tail = mp.betainc(df / 2, 0.5, 0, df / (df + t * t), regularized=True) / 2 if df < 1e5 else (
        mp.quad(lambda x: t_density(x, df), [t, t + 2, t + 5, t + 12, t + 40]))
    return tail


def t_density(x, df):
    return mp.exp(mp.loggamma((df + 1) / 2) - mp.loggamma(df / 2) - (df + 1) / 2 * mp.log1p(x * x / df)) / mp.sqrt(mp.pi * df)


def normal_tail(z):
    return mp.erfc(mp.mpf(z) / mp.sqrt(2)) / 2


def checked(name, ours, exact):
    difference = abs(mp.mpf(float(ours)) / exact - 1)
    if difference > AGREE:
        print(f"{name}: scipy is off by {float(difference):.1e}; the mpmath value is kept", file=sys.stderr)
    return float(exact)


dfs = [1, 1.5, 2, 3, 4.37, 5, 7, 9.25, 12, 19, 20, 33.3, 100, 500, 9999, 10001, 1e5, 1e7, 1e10, math.inf]
ts = [0.01, 0.3, 1, 1.7, 1.75, 2, 3.912815, 5, 7, 10]
ps = [0.4999, 0.3, 0.05, 0.025, 1e-2, 1e-4, 1e-6, 1e-9, 1e-12]


def df_out(df):
    return "Infinity" if math.isinf(df) else df


out = {
    "source": f"scipy {scipy.__version__}, mpmath {mp.__version__}",
    "tTail": [
        [t, df_out(df), checked(f"t.sf({t}, {df})", stats.t.sf(t, df) if not math.isinf(df) else stats.norm.sf(t), t_tail(t, df))]
        for df in dfs for t in ts
    ],
    "tUpperQuantile": [],
    "normalTail": [[z, checked(f"norm.sf({z})", stats.norm.sf(z), normal_tail(z))] for z in
                   [-8, -3, -1, 0, 1e-3, 0.5, 1, 2, 2.4999, 2.5, 3, 5, 7.03, 10, 20, 37]],
    "normalUpperQuantile": [],
    "digamma": [[x, checked(f"digamma({x})", special.digamma(x), mp.digamma(x))] for x in
                [0.05, 0.5, 1, 1.4, 1.5, 2, 3.7, 5.5, 11.9, 12, 40, 1e3, 1e6]],
    "trigamma": [[x, checked(f"trigamma({x})", special.polygamma(1, x), mp.polygamma(1, x))] for x in
                 [0.05, 0.5, 1, 1.5, 2, 3.7, 5.5, 11.9, 12, 40, 1e3, 1e6]],
    "trigammaInverse": [],
}
for df in dfs:
    for p in ps:
        guess = stats.norm.isf(p) if math.isinf(df) else stats.t.isf(p, df)
        root = mp.findroot(lambda t: mp.log(t_tail(t, df) / mp.mpf(p)), (guess * 0.999, guess * 1.001), tol=1e-40, solver="secant") if df < 1e5 or math.isinf(df) else mp.mpf(guess)
        out["tUpperQuantile"].append([p, df_out(df), checked(f"t.isf({p}, {df})", guess, root)])
for p in [0.9, 0.6, 0.5] + ps + [1e-20, 1e-100]:
    root = -mp.sqrt(2) * mp.erfinv(2 * mp.mpf(p) - 1) if p > 1e-15 else mp.mpf(stats.norm.isf(p))
    out["normalUpperQuantile"].append([p, float(root) if p != 0.5 else 0.0])
for x in [1e-6, 1e-3, 0.1, 0.5, 0.904, 1, 2, 4, 25.5, 1e4, 2e6, 1e12]:
    y = float(mp.polygamma(1, x))
    out["trigammaInverse"].append([y, float(mp.findroot(lambda v: mp.polygamma(1, v) / y - 1, x))])
json.dump(out, sys.stdout, indent=1)
