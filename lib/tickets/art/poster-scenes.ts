import { type Chance, circle, type Paint, pick, round, SIDE } from "./poster-shapes.ts";

/** A sun behind horizontal blinds. */
export function sun(chance: Chance, { low, mid, warm, cool }: Paint) {
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
export function petals(chance: Chance, { mid, warm, cool, pale }: Paint) {
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
export function steps(chance: Chance, { low, mid, warm, cool, pale }: Paint) {
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

/** Peaks with snow below a moon. */
export function peaks(chance: Chance, { low, mid, cool, pale, warm }: Paint) {
  const moon = { fill: warm, d: circle(110 + chance() * 190, 96, 34 + chance() * 22) };
  const ranges = [cool, mid, low].map((fill, at) => {
    const step = 130 - at * 18;
    const start = -chance() * step;
    const tops = Array.from({ length: Math.ceil(SIDE / step) + 2 }, (_, peak) => ({
      x: start + peak * step,
      y: 120 + at * 74 + chance() * 60,
    }));
    const d = tops.map(({ x, y }) => `L${round(x)} ${round(y)}l${round(step / 2)} ${round(step * 0.62)}`).join("");
    return { fill, d: `M-60 400${d}L460 400Z`, tops };
  });
  const snow = (ranges[0]?.tops ?? [])
    .map(({ x, y }, at, tops) => {
      const before = tops[at - 1];
      // The left slope begins at the end of the peak before: on a steep one the snow is narrower.
      const steep = before === undefined ? 1.24 : (before.y + 65 * 1.24 - y) / 65;
      return `M${round(x)} ${round(y)}l21 26-13-4-8 12-9-12${round(9 - Math.min(21, 28 / steep))} 6Z`;
    })
    .join("");
  return [moon, ...ranges.map(({ fill, d }) => ({ fill, d })), { fill: pale, d: snow, faint: true }];
}

/** Planets on their orbits. */
export function orbits(chance: Chance, { mid, warm, cool, pale }: Paint) {
  const [x, y] = [130 + chance() * 140, 150 + chance() * 110];
  const radii = [86, 138, 190, 242];
  const rings = radii.map((r) => `${circle(x, y, r)}${circle(x, y, r - 3.5, true)}`).join("");
  const planets = radii.map((r, at) => {
    const angle = chance() * 2 * Math.PI;
    return { at, d: circle(x + r * Math.cos(angle), y + r * Math.sin(angle), 13 + chance() * 17) };
  });
  const dOf = (...which: readonly number[]) => planets.flatMap(({ at, d }) => (which.includes(at) ? [d] : [])).join("");
  return [
    { fill: mid, d: rings },
    { fill: warm, d: circle(x, y, 50) },
    { fill: cool, d: dOf(0, 2) },
    { fill: pale, d: dOf(1, 3) },
  ];
}
