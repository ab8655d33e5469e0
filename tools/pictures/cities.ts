import { type Colour, clamp, cloud, edge, hash, hex, lit, mix, ramp, type Scene, scaled, vignette } from "./paint.ts";

const NEON = ["#ff5fa2", "#52d6ff", "#ffb14a", "#a98bff"].map(hex);

/** Houses with lit windows and signs in the rain, mirrored by a wet street. */
function city(x: number, y: number): Colour {
  const street = 0.74;
  if (y < street) return houses(x, y);
  const depth = (y - street) / (1 - street);
  const ripple = (cloud(x * 9 + 9, y * 46, 4, 17) - 0.5) * (0.02 + 0.06 * depth);
  const mirrored = houses(x + ripple, clamp(street - (y - street) * 1.7 - Math.abs(ripple) * 2, 0.02, street - 0.001));
  const smeared = houses(x + ripple * 0.4, clamp(street - (y - street) * 0.9, 0.02, street - 0.001));
  const wet = 0.45 + 0.5 * cloud(x * 7 + 30, y * 20, 4, 5);
  return lit(scaled(mix(mirrored, smeared, 0.5), wet * (1.05 - 0.5 * depth)), hex("#0a0f24"), 0.4);
}

function houses(x: number, y: number): Colour {
  const sky = ramp([
    [0, "#070a1d"],
    [0.5, "#1b1745"],
    [1, "#5b2a66"],
  ]);
  let colour = lit(sky(clamp(y / 0.74)), hex("#ff7aa8"), 0.16 * edge(0.3, 0.74, y) * cloud(x * 3 + 5, y * 4, 4, 2));
  for (const [layer, width, tallest, tone] of [
    [1, 0.085, 0.36, "#2b2354"],
    [2, 0.115, 0.3, "#191a3c"],
    [3, 0.16, 0.24, "#0b0d20"],
  ] as const) {
    const column = Math.floor((x + 4 + layer * 0.037) / width);
    const inColumn = ((x + 4 + layer * 0.037) / width) % 1;
    const middle = Math.abs((column + 0.5) * width - 4 - layer * 0.037);
    const valley = layer === 3 ? 0.28 * edge(0.4, 0.12, middle) : 0.06 * edge(0.2, 0, middle);
    const roof = 0.74 - tallest - 0.26 * hash(column, layer, 4) * (4 - layer) * 0.6 + valley;
    if (y < roof) continue;
    colour = mix(hex(tone), hex("#7a3a6e"), (0.3 - layer * 0.08) * edge(0.3, 0.74, y));
    const rows = 0.0165 + 0.004 * layer;
    const [acrossIn, downIn] = [(inColumn * 5) % 1, ((y - roof) / rows) % 1];
    const [across, down] = [Math.floor(inColumn * 5), Math.floor((y - roof) / rows)];
    const isPane = acrossIn > 0.26 && acrossIn < 0.78 && downIn > 0.28 && downIn < 0.78 && down > 0;
    const isLit = hash(column * 7 + across, down, layer + 20) < 0.4;
    if (isPane && isLit) {
      const warmth = hash(column * 5 + across, down, layer + 30);
      colour = lit(
        colour,
        mix(hex("#ffd08a"), hex("#bfe0ff"), warmth > 0.72 ? 1 : 0),
        (0.22 + 0.5 * warmth) * (0.5 + layer * 0.2),
      );
    }
    if (layer > 1 && hash(column, 1, layer + 50) < 0.62) {
      const sign = NEON[Math.floor(hash(column, 2, layer) * NEON.length)] ?? [1, 1, 1];
      const [centre, top] = [0.25 + 0.5 * hash(column, 3, layer), roof + 0.05];
      const reach = Math.hypot(
        Math.max(0, Math.abs(inColumn - centre) - 0.07) * width,
        Math.max(0, Math.abs(y - top - 0.075) - 0.07),
      );
      const isBoard = reach === 0;
      const mark = isBoard ? (hash(Math.floor(inColumn * 60), Math.floor(y * 160), 9) > 0.45 ? 1 : 0.45) : 0;
      colour = lit(colour, sign, 0.85 * mark + 0.3 * Math.exp(-reach * 42));
    }
  }
  const rain = hash(
    Math.floor((x + 2) * 520 + y * 60),
    Math.floor(y * 26 + hash(Math.floor((x + 2) * 520 + y * 60), 1, 6) * 26),
    7,
  );
  return lit(colour, hex("#9fb4ff"), rain > 0.985 ? 0.05 : 0);
}

const TRAIN_WINDOWS = Array.from(
  { length: 36 },
  (_, at) => `<rect x="${-60 + at * 46}" y="563" width="34" height="27" rx="5"/>`,
).join("");

export const tokyoNocturne: Scene = {
  shade: (x, y) => vignette(city(x, y), x, y, 0.5),
  drawings: [
    {
      svg: `<g fill="#07081a"><path d="M0 618h1500v26H0z"/>${Array.from({ length: 7 }, (_, at) => `<path d="M${90 + at * 220} 640h34v104h-34z"/>`).join("")}<path d="M0 543h1500v64H0z" fill="#2a2f52"/><path d="M0 607h1500v11H0z" fill="#11142c"/><path d="M0 540q750-14 1500 0v6H0z" fill="#454b78"/></g>`,
    },
    {
      isLight: true,
      svg: `<filter id="g" x="-10%" y="-200%" width="120%" height="500%"><feGaussianBlur stdDeviation="16 6"/></filter><g fill="#ffe1a8"><g filter="url(#g)">${TRAIN_WINDOWS}</g>${TRAIN_WINDOWS}</g><path d="M0 597h1500" stroke="#ff5fa2" stroke-width="4"/>`,
    },
  ],
};

/** Searchlights behind the towers of a city of the nineteen-twenties. */
function searchlights(x: number, y: number): Colour {
  const sky = ramp([
    [0, "#0d1418"],
    [0.5, "#3a2f1e"],
    [0.85, "#a8742c"],
    [1, "#e8b65c"],
  ]);
  let colour = sky(clamp(y / 0.95));
  for (const [foot, lean, width] of [
    [-0.42, 0.34, 0.07],
    [-0.2, -0.62, 0.05],
    [0.16, 0.7, 0.06],
    [0.46, -0.3, 0.07],
    [0.02, 0.04, 0.045],
  ] as const) {
    const up = 0.96 - y;
    const off = Math.abs(x - foot - lean * up) / (width * (0.35 + up * 1.3));
    colour = lit(
      colour,
      hex("#ffdf9c"),
      0.36 * edge(1, 0.55, off) * Math.exp(-up * 0.7) * (0.6 + 0.6 * cloud(x * 4 + 4, y * 4, 4, 9)),
    );
  }
  return vignette(lit(colour, hex("#ffca6e"), 0.5 * Math.exp(-Math.hypot(x * 1.3, y - 0.86) * 3.4)), x, y, 0.5);
}

type Tower = {
  readonly x: number;
  readonly width: number;
  readonly top: number;
  readonly fill: string;
  readonly light: string;
};

/** A tower that narrows in steps, with ribs of lit windows. */
function tower({ x, width, top, fill, light }: Tower): string {
  const steps = [
    [0, 1],
    [0.16, 0.8],
    [0.3, 0.56],
    [0.4, 0.3],
  ] as const;
  const height = 1000 - top;
  const blocks = steps.map(
    ([cut, share]) =>
      `<path d="M${x - (width * share) / 2} 1000V${top + height * (0.42 - cut)}h${width * share}V1000z"/>`,
  );
  const ribs = Array.from({ length: Math.floor(width / 16) }, (_, at) => {
    const across = x - width / 2 + 12 + at * 16;
    const share = Math.abs(across - x) / (width / 2);
    const cut = share < 0.26 ? 0.4 : share < 0.52 ? 0.3 : share < 0.76 ? 0.16 : 0;
    const from = top + height * (0.42 - cut) + 18;
    return Array.from({ length: 34 }, (_, row) => {
      const y = from + row * 17;
      return y < 985 && hash(at, row, x) > 0.38 ? `<path d="M${across} ${y.toFixed(0)}v9"/>` : "";
    }).join("");
  });
  const spire = `<path d="M${x} ${top - 95}l7 ${95 + height * 0.03}h-14z"/>`;
  return `<g fill="${fill}">${blocks.join("")}${spire}</g><g stroke="${light}" stroke-width="4" opacity=".8">${ribs.join("")}</g>`;
}

export const metropolis: Scene = {
  shade: searchlights,
  drawings: [
    {
      svg: [
        ...[150, 330, 1180, 1370].map((x, at) =>
          tower({ x, width: 190, top: 360 + (at % 2) * 70, fill: "#5a4122", light: "#e9b35a" }),
        ),
        ...[470, 1030].map((x) => tower({ x, width: 210, top: 300, fill: "#382818", light: "#f0bd66" })),
        ...[30, 1480].map((x) => tower({ x, width: 240, top: 420, fill: "#1d1610", light: "#d99c42" })),
        tower({ x: 750, width: 300, top: 170, fill: "#17120e", light: "#ffd27c" }),
        '<path d="M250 905q500-70 1000 0l250 40v20l-250-42q-500-68-1000 0L0 965v-20z" fill="#0b0907"/><path d="M0 955l250-40q500-70 1000 0l250 40v45H0z" fill="#0b0907"/>',
      ].join(""),
    },
  ],
};
