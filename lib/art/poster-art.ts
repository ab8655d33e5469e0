import { formatHex } from "culori";

/** One picture as single-colour shapes on a square of 400 units, cropped to the box that shows it. */
export type PosterArt = {
  readonly ground: readonly [string, string];
  readonly shapes: readonly { readonly fill: string; readonly d: string; readonly faint?: boolean }[];
};

type Chance = () => number;
type Recipe = (chance: Chance, paint: Paint) => PosterArt["shapes"];
type Paint = {
  readonly low: string;
  readonly mid: string;
  readonly warm: string;
  readonly cool: string;
  readonly pale: string;
};

const SIDE = 400;

/** Returns the picture of a key: the same key always gives the same picture. Its colours are near the brand's hue. */
export function posterArt(key: string, brandHue: number): PosterArt {
  const chance = mulberry32(fnv1a(key));
  const hue = (brandHue + pick(chance, [0, 0, 40, -40, 120, 180, -110])) % 360;
  const turn = pick(chance, [60, 90, 140, -80]);
  const paint: Paint = {
    low: oklch(0.4, 0.1, hue + 12),
    mid: oklch(0.56, 0.13, hue),
    warm: oklch(0.76, 0.16, hue + turn),
    cool: oklch(0.64, 0.18, hue + turn + 70),
    pale: oklch(0.93, 0.05, hue + turn),
  };
  const recipe = pick(chance, RECIPES);
  return { ground: groundOf(hue), shapes: recipe(chance, paint) };
}

/** Dark yellow looks brown, so backgrounds avoid that hue. */
function groundOf(hue: number): readonly [string, string] {
  const degrees = (hue + 720) % 360;
  const deep = degrees > 40 && degrees < 125 ? 20 : degrees;
  return [oklch(0.33, 0.085, deep), oklch(0.21, 0.06, deep - 18)];
}

const RECIPES: readonly Recipe[] = [arcs, bars, tiles, waves, sun, petals, steps];

/** Rings around a corner or the middle of an edge. */
function arcs(chance: Chance, { mid, warm, cool, pale }: Paint) {
  const [x, y] = pick(chance, [
    [0, 400],
    [400, 400],
    [200, 400],
    [400, 0],
    [200, 0],
  ] as const);
  const width = 30 + chance() * 14;
  const colours = shuffled(chance, [mid, warm, cool, pale, mid, cool]);
  return colours.map((fill, at) => {
    const outer = 350 - at * width * 1.28;
    return { fill, d: `${circle(x, y, outer)}${circle(x, y, Math.max(0, outer - width), true)}` };
  });
}

/** Rounded vertical bars, like a waveform. */
function bars(chance: Chance, { mid, warm, cool, pale }: Paint) {
  const count = pick(chance, [9, 11, 13]);
  const step = SIDE / count;
  const swing = 0.6 + chance() * 1.2;
  const tops = Array.from({ length: count }, (_, at) => {
    const wave = Math.sin(at * swing + chance()) * 0.5 + 0.5;
    return 60 + (1 - wave) * 240 + chance() * 40;
  });
  return [mid, warm, cool, pale].map((fill, colour) => ({
    fill,
    d: tops
      .flatMap((top, at) =>
        at % 4 === colour || (colour === 0 && at % 4 === 3 && at % 8 !== 3) ? [bar(at * step, top, step)] : [],
      )
      .join(""),
  }));
}

function bar(x: number, top: number, width: number): string {
  const r = round(width / 2);
  return `M${round(x)} 400V${round(top + r)}a${r} ${r} 0 0 1 ${round(width)} 0V400Z`;
}

/** Quarter circles, half circles and dots on a grid of four. */
function tiles(chance: Chance, { low, mid, warm, cool, pale }: Paint) {
  const colours = [mid, warm, cool, pale, low];
  const drawn = colours.map(() => "");
  for (let x = 0; x < SIDE; x += 100)
    for (let y = 0; y < SIDE; y += 100) {
      const colour = Math.floor(chance() * colours.length);
      drawn[colour] += tile(x, y, Math.floor(chance() * 7));
    }
  return colours.map((fill, at) => ({ fill, d: drawn[at] ?? "" })).filter(({ d }) => d !== "");
}

function tile(x: number, y: number, kind: number): string {
  const [right, foot] = [x + 100, y + 100];
  switch (kind) {
    case 0:
      return `M${x} ${y}h100a100 100 0 0 1-100 100Z`;
    case 1:
      return `M${right} ${y}v100a100 100 0 0 1-100-100Z`;
    case 2:
      return `M${right} ${foot}h-100a100 100 0 0 1 100-100Z`;
    case 3:
      return `M${x} ${foot}v-100a100 100 0 0 1 100 100Z`;
    case 4:
      return circle(x + 50, y + 50, 50);
    case 5:
      return `M${x} ${y + 50}a50 50 0 0 1 100 0Z`;
    default:
      return circle(x + 50, y + 50, 18);
  }
}

/** Waves in layers. */
function waves(chance: Chance, { low, mid, warm, cool, pale }: Paint) {
  const moon = { fill: pale, d: circle(90 + chance() * 220, 100 + chance() * 50, 34 + chance() * 26) };
  const hills = [warm, cool, mid, low].map((fill, at) => {
    const top = 150 + at * 62;
    const swing = 26 + chance() * 34;
    const half = pick(chance, [80, 100, 133.3]);
    const start = -chance() * half * 2;
    let d = `M${round(start)} ${top}`;
    for (let x = start, up = 1; x < SIDE; x += half, up = -up)
      d += `q${round(half / 2)} ${round(-swing * up)} ${round(half)} 0`;
    return { fill, d: `${d}V400H0Z` };
  });
  return [moon, ...hills];
}

/** A sun behind horizontal blinds. */
function sun(chance: Chance, { low, mid, warm, cool }: Paint) {
  const [x, r] = [200 + (chance() - 0.5) * 90, 118 + chance() * 30];
  const blinds = Array.from({ length: 7 }, (_, at) => `M0 ${210 + at * 28}h400v${6 + at * 3}h-400Z`).join("");
  const rays = Array.from({ length: 12 }, (_, at) => {
    const [a, b] = [(at * Math.PI) / 6, (at * Math.PI) / 6 + 0.2];
    return `M${round(x)} 210L${round(x + 520 * Math.cos(a))} ${round(210 + 520 * Math.sin(a))}L${round(x + 520 * Math.cos(b))} ${round(210 + 520 * Math.sin(b))}Z`;
  }).join("");
  return [
    { fill: mid, d: rays, faint: true },
    { fill: warm, d: circle(x, 210, r) },
    { fill: cool, d: circle(x, 210, r * 0.62) },
    { fill: low, d: blinds },
  ];
}

/** A flower of overlapping petals. */
function petals(chance: Chance, { mid, warm, cool, pale }: Paint) {
  const count = pick(chance, [8, 10, 12]);
  const leaf = (length: number, width: number, offset: number) =>
    Array.from({ length: count }, (_, at) => {
      const angle = ((at + offset) * 2 * Math.PI) / count;
      const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
      const point = (along: number, across: number) =>
        `${round(200 + along * cos - across * sin)} ${round(200 + along * sin + across * cos)}`;
      return `M200 200Q${point(length / 2, width)} ${point(length, 0)}Q${point(length / 2, -width)} 200 200Z`;
    }).join("");
  return [
    { fill: mid, d: leaf(290, 78, 0.5) },
    { fill: warm, d: leaf(210, 62, 0) },
    { fill: cool, d: leaf(130, 44, 0.5) },
    { fill: pale, d: circle(200, 200, 26 + chance() * 14) },
  ];
}

/** Steps with a ball on one of them. */
function steps(chance: Chance, { low, mid, warm, cool, pale }: Paint) {
  const count = 6;
  const side = SIDE / count;
  const up = chance() < 0.5;
  const column = (at: number, top: number) => `M${round(at * side)} 400V${round(top)}h${round(side)}V400Z`;
  const top = (at: number) => 330 - (up ? at : count - 1 - at) * 42;
  const fills = [low, mid, cool];
  const stairs = fills.map((fill, which) => ({
    fill,
    d: Array.from({ length: count }, (_, at) => (at % 3 === which ? column(at, top(at)) : "")).join(""),
  }));
  const ball = Math.floor(chance() * count);
  return [
    ...stairs,
    { fill: warm, d: circle((ball + 0.5) * side, top(ball) - 58, 58) },
    { fill: pale, d: circle(up ? 80 : 320, 90, 30) },
  ];
}

function circle(x: number, y: number, r: number, hole = false): string {
  const [size, sweep] = [round(r), hole ? 0 : 1];
  return `M${round(x - r)} ${round(y)}a${size} ${size} 0 1 ${sweep} ${round(2 * r)} 0a${size} ${size} 0 1 ${sweep} ${round(-2 * r)} 0Z`;
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}

function oklch(l: number, c: number, h: number): string {
  return formatHex({ mode: "oklch", l, c, h: (h + 720) % 360 });
}

function pick<T>(chance: Chance, from: readonly [T, ...T[]] | readonly T[]): T {
  return from[Math.floor(chance() * from.length)] as T;
}

function shuffled<T>(chance: Chance, items: readonly T[]): readonly T[] {
  return items
    .map((item) => [chance(), item] as const)
    .sort(([a], [b]) => a - b)
    .map(([, item]) => item);
}

/** FNV-1a, 32 bits. */
function fnv1a(text: string): number {
  let hash = 0x811c9dc5;
  for (const byte of new TextEncoder().encode(text)) hash = Math.imul(hash ^ byte, 0x01000193);
  return hash >>> 0;
}

function mulberry32(seed: number): Chance {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}
