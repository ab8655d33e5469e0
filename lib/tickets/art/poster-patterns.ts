import { type Chance, circle, type Paint, pick, round, SIDE, shuffled } from "./poster-shapes.ts";

/** Rings around a corner or the middle of an edge. */
export function arcs(chance: Chance, { mid, warm, cool, pale }: Paint) {
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
export function bars(chance: Chance, { mid, warm, cool, pale }: Paint) {
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
export function tiles(chance: Chance, { low, mid, warm, cool, pale }: Paint) {
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
export function waves(chance: Chance, { low, mid, warm, cool, pale }: Paint) {
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

/** Rows of rings like scales, each row in its own colour. */
export function scales(chance: Chance, { low, mid, warm, cool, pale }: Paint) {
  const hole = 44 + chance() * 22;
  return shuffled(chance, [mid, warm, cool, pale, low]).map((fill, row) => {
    const start = row % 2 === 0 ? 0 : 100;
    const ring = (x: number) => `${circle(x, row * 88 + 8, 97)}${circle(x, row * 88 + 8, hole, true)}`;
    return {
      fill,
      d: [start, start + 200, start + 400]
        .filter((x) => x < 500)
        .map(ring)
        .join(""),
    };
  });
}

/** Broad ribbons from edge to edge, with round ends. */
export function ribbons(chance: Chance, { mid, warm, cool, pale, low }: Paint) {
  const isRising = chance() < 0.5;
  return shuffled(chance, [mid, warm, cool, pale, low]).map((fill, at) => {
    const width = 26 + chance() * 26;
    const from = -40 + at * 92 + chance() * 30;
    const [long, x] = [170 + chance() * 230, chance() * 200];
    const [dx, dy] = [long * 0.78, long * (isRising ? -0.62 : 0.62)];
    const [nx, ny] = [(isRising ? 0.62 : -0.62) * width, 0.78 * width];
    const r = round(width / 2);
    const top = isRising ? from + 150 : from - 20;
    return {
      fill,
      d: `M${round(x)} ${round(top)}l${round(dx)} ${round(dy)}a${r} ${r} 0 0 1 ${round(nx)} ${round(ny)}l${round(-dx)} ${round(-dy)}a${r} ${r} 0 0 1 ${round(-nx)} ${round(-ny)}Z`,
    };
  });
}

/** A star of rays from the middle of an edge, in three rings. */
export function burst(chance: Chance, { mid, warm, cool, pale }: Paint) {
  const [x, y] = pick(chance, [
    [200, 400],
    [0, 200],
    [400, 200],
    [200, 200],
  ] as const);
  const count = pick(chance, [18, 22, 26]);
  const rays = (from: number, to: number, offset: number) =>
    Array.from({ length: count }, (_, at) => {
      const angle = ((at + offset) * 2 * Math.PI) / count;
      const half = Math.PI / count / 1.9;
      const point = (r: number, a: number) => `${round(x + r * Math.cos(a))} ${round(y + r * Math.sin(a))}`;
      return `M${point(from, angle)}L${point(to, angle - half)}L${point(to, angle + half)}Z`;
    }).join("");
  return [
    { fill: mid, d: rays(150, 520, 0.5) },
    { fill: warm, d: rays(90, 260, 0) },
    { fill: cool, d: `${circle(x, y, 96)}${circle(x, y, 70, true)}` },
    { fill: pale, d: circle(x, y, 44) },
  ];
}

/** Paper cuttings thrown into the air. */
export function confetti(chance: Chance, { low, mid, warm, cool, pale }: Paint) {
  const colours = [low, mid, warm, cool, pale];
  const drawn = colours.map(() => "");
  for (let at = 0; at < 25; at += 1) {
    const [x, y] = [(at % 5) * 82 + chance() * 62, Math.floor(at / 5) * 84 + chance() * 56];
    const [size, turn] = [17 + chance() * 27, chance() * Math.PI];
    const [dx, dy] = [round(size * Math.cos(turn)), round(size * Math.sin(turn))];
    const piece = chance();
    drawn[Math.floor(chance() * 5)] +=
      piece < 0.3
        ? circle(x, y, size * 0.6)
        : piece < 0.65
          ? `M${round(x)} ${round(y)}l${dx} ${dy} ${round(-dy / 2)} ${round(dx / 2)} ${-dx} ${-dy}Z`
          : `M${round(x)} ${round(y)}q${dx} ${-dy} ${round(dx * 1.6)} ${dy}q${round(-dx * 0.6)} ${round(dy * 0.4)} ${round(-dx * 1.6)} ${-dy}Z`;
  }
  return colours.map((fill, at) => ({ fill, d: drawn[at] ?? "" })).filter(({ d }) => d !== "");
}
