import {
  type Colour,
  clamp,
  cloud,
  edge,
  hex,
  lit,
  mix,
  ramp,
  type Scene,
  scaled,
  starlight,
  vignette,
} from "./paint.ts";

/** One row of horseshoe arches with striped stones; `undefined` where an arch is open. */
function arcade(x: number, y: number, size: number, tint: number): Colour | undefined {
  const span = 0.46 * size;
  const inSpan = x - Math.round(x / span) * span;
  const [radius, centre] = [0.165 * size, 0.5 - 0.04 * size];
  const distance = Math.hypot(inSpan, y - centre);
  const isOpen =
    distance < radius || (y > centre && Math.abs(inSpan) < radius * (y < centre + radius * 0.55 ? 0.86 : 0.9));
  const isColumn = y > centre + radius * 0.5 && Math.abs(inSpan) > radius * 0.9;
  if (isOpen && !(y > centre + radius * 0.5 && Math.abs(inSpan) > radius * 0.86)) return undefined;
  const stone = 0.8 + 0.4 * cloud(x * 24 + 60, y * 24, 4, 3);
  if (isColumn) {
    const round = 1 - ((Math.abs(inSpan) - span / 2) / (span / 2 - radius * 0.86)) ** 2;
    const shaft = mix(hex("#5f4334"), hex("#e2c39a"), clamp(round) ** 1.5);
    const capital = y < centre + radius * 0.72 ? 1.15 : 0.8;
    return scaled(shaft, stone * capital * tint);
  }
  if (distance < radius + 0.088 * size) {
    const stripe = Math.floor((Math.atan2(y - centre, inSpan) / Math.PI) * 15 + 30) % 2 === 0;
    return scaled(
      stripe ? hex("#b4472f") : hex("#f0d9ae"),
      stone * tint * (0.75 + 0.3 * edge(radius, radius + 0.088 * size, distance)),
    );
  }
  return scaled(mix(tiles(x / size, (y - 0.5) / size), hex("#d8b27a"), 0.15), stone * tint * 0.8);
}

/** Stars of eight points in blue, white and gold. */
function tiles(x: number, y: number): Colour {
  const side = 0.058;
  const [dx, dy] = [x - Math.round(x / side) * side, y - Math.round(y / side) * side].map(
    (one) => Math.abs(one) / side,
  ) as [number, number];
  const star = Math.min(Math.max(dx, dy), (dx + dy) * 0.72);
  if (star < 0.1) return hex("#e3b04b");
  if (star < 0.255) return hex("#1f5f8b");
  if (star < 0.3) return hex("#f2e3c4");
  return dx + dy > 0.84 ? hex("#b4472f") : hex("#16474f");
}

function courtyard(x: number, y: number): Colour {
  const floor = 0.86;
  const front = y < floor ? arcade(x, y, 1, 0.75) : undefined;
  const lamp = Math.min(...[-0.46, 0, 0.46].map((at) => Math.hypot((x - at) * 1.2, y - 0.36)));
  const glow = 0.95 * Math.exp(-lamp * 6);
  if (front) return vignette(lit(scaled(front, 0.28 + 0.25 * (1 - y)), scaled(front, 1), glow), x, y, 0.7);
  if (y >= floor) {
    const depth = (y - floor) / (1 - floor);
    const paving = mix(hex("#5a3322"), hex("#24130f"), depth);
    const slab = Math.abs((((x / (0.55 + depth)) * 6 + 60) % 1) - 0.5) > 0.47 ? 0.6 : 1;
    return vignette(
      lit(scaled(paving, slab * 0.7), hex("#ff9d4a"), 0.3 * Math.exp(-((x / 0.3) ** 2) - depth * 2)),
      x,
      y,
      0.6,
    );
  }
  if (y > 0.78 && y < 0.8) return scaled(hex("#c79a6a"), 0.5 + 0.3 * cloud(x * 20 + 30, y * 20, 3, 4));
  const behind = y < 0.78 ? arcade(x * 1.02 + 0.115, y + 0.02, 0.5, 0.55) : undefined;
  if (behind) return lit(scaled(behind, 0.34), hex("#ff9d4a"), 0.1 + glow * 0.22);
  const sky = ramp([
    [0, "#0c1a46"],
    [0.55, "#2f4a8a"],
    [0.8, "#d58a6a"],
    [1, "#ffc27a"],
  ]);
  if (y < 0.66) return lit(sky(clamp(y / 0.66)), [1, 1, 1], 0.9 * starlight(x + 3, y, 80, 0.14) * edge(0.5, 0.3, y));
  const water = cloud(x * 10 + 30, y * 60, 4, 9);
  return lit(mix(hex("#e39a5e"), hex("#21405f"), edge(0.66, 0.9, y)), hex("#ffd9a0"), 0.3 * edge(0.5, 0.7, water));
}

const LANTERN =
  '<path d="M0-360V-52" stroke="#2a170c" stroke-width="3"/><path d="M0-56l26 30-10 62h-32l-10-62z" fill="#ffb347" stroke="#3b2010" stroke-width="4"/><path d="M0-56V36M-26-26h52" stroke="#3b2010" stroke-width="3"/>';

export const andalusianNights: Scene = {
  shade: courtyard,
  drawings: [
    { svg: [290, 750, 1210].map((x) => `<g transform="translate(${x} 356)">${LANTERN}</g>`).join("") },
    {
      isLight: true,
      svg: `<filter id="g" x="-200%" y="-200%" width="500%" height="500%"><feGaussianBlur stdDeviation="26"/></filter>${[290, 750, 1210].map((x) => `<circle cx="${x}" cy="352" r="44" fill="#ffa63d" filter="url(#g)"/>`).join("")}`,
    },
  ],
};
