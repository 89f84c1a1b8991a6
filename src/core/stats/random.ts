/** A seeded source of randomness. It has state: whoever holds it draws from one stream. */
export type Random = {
  /** Uniform in (0, 1), 32 bits. */
  uniform(): number;
  /** Standard normal. */
  normal(): number;
};

/** sfc32 (Doty-Humphrey, PractRand 2014), its 128 bits of state filled from the seed and run in. */
export function randomFrom(seed: number): Random {
  let a = seed | 0;
  let b = Math.floor(seed / 2 ** 32) | 0;
  let c = 0x9e3779b9 | 0;
  let counter = 1;
  let spare: number | undefined;

  function next(): number {
    const sum = (a + b + counter) | 0;
    counter = (counter + 1) | 0;
    a = b ^ (b >>> 9);
    b = (c + (c << 3)) | 0;
    c = ((c << 21) | (c >>> 11)) + sum;
    return sum >>> 0;
  }
  for (let i = 0; i < 16; i++) next();

  const uniform = () => (next() + 0.5) / 2 ** 32;

  /** Marsaglia's polar method (Knuth, TAOCP 2, 3.4.1), which yields two at a time. */
  function normal(): number {
    if (spare !== undefined) {
      const value = spare;
      spare = undefined;
      return value;
    }
    for (;;) {
      const x = 2 * uniform() - 1;
      const y = 2 * uniform() - 1;
      const square = x * x + y * y;
      if (square >= 1 || square === 0) continue;
      const factor = Math.sqrt((-2 * Math.log(square)) / square);
      spare = y * factor;
      return x * factor;
    }
  }
  return { uniform, normal };
}

/** The same items in an order that the source decides. */
export function shuffled<T>(items: readonly T[], random: Random): T[] {
  const drawn = items.map((item) => ({ item, place: random.uniform() }));
  return drawn.sort((a, b) => a.place - b.place).map(({ item }) => item);
}
