import { type Colour, cloud, edge, hash, hex, lit, mix, ramp, type Scene, scaled, vignette } from "./paint.ts";

type Gear = {
  readonly x: number;
  readonly y: number;
  readonly radius: number;
  readonly cogs: number;
  readonly turn: number;
  readonly fill: string;
};

/** A cogwheel with spokes and a bright rim. */
function gear({ x, y, radius, cogs, turn, fill }: Gear): string {
  const at = (angle: number, r: number) => `${(r * Math.cos(angle)).toFixed(1)} ${(r * Math.sin(angle)).toFixed(1)}`;
  const step = (2 * Math.PI) / cogs;
  const depth = radius * (2.4 / cogs);
  const rim = Array.from({ length: cogs }, (_, tooth) => {
    const angle = tooth * step + turn;
    return `L${at(angle - step * 0.27, radius - depth)}L${at(angle - step * 0.15, radius + depth)}L${at(angle + step * 0.15, radius + depth)}L${at(angle + step * 0.27, radius - depth)}`;
  }).join("");
  const spokes = Array.from({ length: 5 }, (_, spoke) => {
    const [from, to] = [((spoke + 0.16) * 2 * Math.PI) / 5 + turn, ((spoke + 0.84) * 2 * Math.PI) / 5 + turn];
    const [outer, inner] = [radius * 0.74, radius * 0.3];
    return `M${at(from, outer)}A${outer} ${outer} 0 0 1 ${at(to, outer)}L${at(to - 0.25, inner)}A${inner} ${inner} 0 0 0 ${at(from + 0.25, inner)}Z`;
  }).join("");
  const hub = `M${radius * 0.09} 0A${radius * 0.09} ${radius * 0.09} 0 1 0 ${-radius * 0.09} 0A${radius * 0.09} ${radius * 0.09} 0 1 0 ${radius * 0.09} 0Z`;
  const shape = `M${at(turn - step * 0.27, radius - depth)}${rim}Z${spokes}${hub}`;
  return `<g transform="translate(${x} ${y})"><path transform="translate(16 22)" d="${shape}" fill="#0a0706" opacity=".5" fill-rule="evenodd" filter="url(#s)"/><path d="${shape}" fill="url(#${fill})" fill-rule="evenodd" stroke="#ffe7b0" stroke-opacity=".4" stroke-width="2.500"/><circle r="${radius * 0.84}" fill="none" stroke="#3a2410" stroke-opacity=".55" stroke-width="3"/><circle r="${radius * 0.22}" fill="none" stroke="#ffe7b0" stroke-opacity=".45" stroke-width="3"/></g>`;
}

const METALS = [
  ["brass", "#ffe2a0", "#c98a36", "#4a2a10"],
  ["copper", "#ffc09a", "#b05a34", "#3c170f"],
  ["steel", "#e6f0f2", "#7d97a0", "#22343c"],
]
  .map(
    ([id, bright, middle, dark]) =>
      `<linearGradient id="${id}" x2="1" y2="1"><stop offset="0" stop-color="${bright}"/><stop offset=".45" stop-color="${middle}"/><stop offset="1" stop-color="${dark}"/></linearGradient>`,
  )
  .join("");

export const clockmaker: Scene = {
  shade: (x, y) => {
    const light = Math.exp(-Math.hypot(x + 0.5, y - 0.05) * 1.5);
    const plate = 0.8 + 0.3 * cloud(x * 3 + 9, y * 60, 4, 5);
    return vignette(
      lit(scaled(mix(hex("#0f2a2e"), hex("#081416"), edge(0, 1, y)), plate), hex("#ffcf8a"), light * 0.2),
      x,
      y,
      0.7,
    );
  },
  drawings: [
    {
      svg: `<defs>${METALS}<filter id="s"><feGaussianBlur stdDeviation="9"/></filter></defs>${[
        { x: 250, y: 760, radius: 250, cogs: 30, turn: 0.1, fill: "copper" },
        { x: 1290, y: 260, radius: 270, cogs: 32, turn: 0, fill: "copper" },
        { x: 1225, y: 815, radius: 190, cogs: 22, turn: 0.2, fill: "steel" },
        { x: 330, y: 215, radius: 170, cogs: 20, turn: 0.1, fill: "steel" },
        { x: 750, y: 500, radius: 300, cogs: 36, turn: 0, fill: "brass" },
        { x: 1010, y: 775, radius: 96, cogs: 12, turn: 0.1, fill: "brass" },
        { x: 500, y: 815, radius: 86, cogs: 11, turn: 0.2, fill: "brass" },
      ]
        .map(gear)
        .join(
          "",
        )}<g stroke="#170c06" stroke-linecap="round" fill="#170c06"><path d="M750 500L655 330" stroke-width="22"/><path d="M750 500L930 262" stroke-width="15"/><path d="M640 304l34 22-22 20zM948 238l-4 40-26-18z"/><circle cx="750" cy="500" r="34"/></g><circle cx="750" cy="500" r="13" fill="#ffe2a0"/>`,
    },
  ],
};

/** Rows of singers before a golden light. */
function goldenHall(x: number, y: number): Colour {
  const distance = Math.hypot(x * 0.9, y - 0.2);
  const rays = 0.75 + 0.5 * cloud(Math.atan2(y + 0.05, x) * 7 + 20, distance * 1.2, 4, 8);
  const colour = lit(
    mix(hex("#4a1626"), hex("#12060f"), edge(0.1, 1, y)),
    hex("#ffb65c"),
    0.95 * Math.exp(-distance * 2.5) * rays,
  );
  const pipe = Math.floor((x + 2) * 26);
  const top = 0.07 + 0.13 * Math.abs(Math.sin((pipe / 26 - 2) * 7.85)) + 0.3 * Math.abs(pipe / 26 - 1.98) ** 2;
  const isOrgan = Math.abs(x) < 0.425 && y > top;
  const inPipe = Math.abs((((x + 2) * 26) % 1) - 0.42);
  const metal = isOrgan ? edge(0.46, 0.05, inPipe) * (Math.abs(y - top - 0.3) < 0.006 ? 0.3 : 1) : 0;
  return vignette(lit(colour, hex("#ffdf9c"), 0.5 * metal * (1.1 - y)), x, y, 0.6);
}

const singers = (row: number) =>
  Array.from({ length: 17 + row }, (_, at) => {
    const [scale, count] = [0.62 + row * 0.26, 17 + row];
    const x = 750 + (at - (count - 1) / 2) * (86 + row * 9) + (hash(at, row, 3) - 0.5) * 12;
    const y = 560 + row * 105 + ((x - 750) / 750) ** 2 * -46 + (hash(at, row, 4) - 0.5) * 16;
    const tone = ["#5e2a22", "#40191d", "#270f17", "#140810"][row] ?? "#140810";
    const score = row > 0 ? '<path d="M-30 62l30 8 30-8v26l-30 8-30-8z" fill="#e8c898" opacity=".55"/>' : "";
    return `<g transform="translate(${x.toFixed(0)} ${y.toFixed(0)}) scale(${scale})" fill="${tone}"><circle r="25" stroke="#ffc878" stroke-opacity=".55" stroke-width="2"/><path d="M-52 250q-10-180 14-204 20-14 38-14t38 14q24 24 14 204z" stroke="#ffc878" stroke-opacity=".28" stroke-width="2"/>${score}</g>`;
  }).join("");

export const messiah: Scene = { shade: goldenHall, drawings: [{ svg: [0, 1, 2, 3].map(singers).join("") }] };

/** The inside of a round tent, with green glass in its lights. */
function bigTop(x: number, y: number): Colour {
  const angle = Math.atan2(x, y + 0.16);
  const distance = Math.hypot(x, y + 0.16);
  const stripe = edge(-0.06, 0.06, Math.sin(angle * 17));
  const cloth = mix(hex("#0b3a34"), hex("#e9e0c2"), stripe * 0.85);
  const folds = 0.7 + 0.3 * Math.cos(angle * 17) ** 2;
  let colour = scaled(cloth, folds * (0.6 * Math.exp(-distance * 1.6) + 0.06));
  for (const [lampX, aim] of [
    [-0.62, 0.62],
    [0.62, -0.62],
    [0, 0],
  ] as const) {
    const off = Math.abs(x - lampX - aim * y) / (0.02 + 0.14 * y);
    colour = lit(colour, hex("#c8ffe6"), 0.24 * edge(1, 0.2, off) * (0.6 + 0.6 * cloud(x * 5 + 9, y * 5, 4, 7)));
  }
  if (y > 0.84) {
    const ring = (x / 0.62) ** 2 + ((y - 0.93) / 0.085) ** 2;
    colour = mix(colour, hex("#06120f"), 0.8);
    colour = lit(colour, hex("#d9b36a"), 0.75 * edge(1.05, 0.4, ring) * (0.6 + 0.6 * cloud(x * 40 + 40, y * 60, 3, 4)));
  }
  return vignette(colour, x, y, 0.5);
}

const bottles = Array.from({ length: 21 }, (_, at) => {
  const x = 90 + at * 66;
  const y = 868 + 34 * Math.sin((at / 20) * Math.PI);
  const tone = ["#1f8f5f", "#2fb37a", "#7fbf6a", "#2a7f8f"][Math.floor(hash(at, 1, 2) * 4)];
  return `<g transform="translate(${x} ${y.toFixed(0)}) scale(${(0.8 + 0.35 * hash(at, 2, 2)).toFixed(2)})"><path d="M-9-118h18v40q20 12 20 34V44h-58V-44q0-22 20-34z" fill="${tone}" opacity=".82"/><path d="M-18-40V36" stroke="#eafff4" stroke-opacity=".75" stroke-width="5" stroke-linecap="round"/></g>`;
}).join("");

export const glassCircus: Scene = {
  shade: bigTop,
  drawings: [
    { svg: bottles },
    {
      svg: '<g fill="none" stroke="#06110f" stroke-linecap="round"><path d="M612 0L672 392M868 0L808 392" stroke-width="5"/><path d="M652 394h176" stroke-width="11"/></g><g transform="translate(740 394)" fill="#06110f" stroke="#06110f" stroke-linejoin="round" stroke-linecap="round"><path d="M-34 0q-6 34 14 52l-4 58" stroke-width="17" fill="none"/><path d="M34 0q6 34-14 52l6 58" stroke-width="17" fill="none"/><path d="M-26 100q24-12 56 0l-8 94q-20 14-42 0z"/><circle cx="2" cy="262" r="25"/><path d="M-20 198q-60 40-128 34M24 198q64 40 132 30" stroke-width="14" fill="none"/><path d="M-8 280q10 18 24 0" stroke-width="9" fill="none"/></g>',
    },
    {
      isLight: true,
      svg: `<filter id="g" x="-100%" y="-100%" width="300%" height="300%"><feGaussianBlur stdDeviation="7"/></filter>${Array.from({ length: 40 }, (_, at) => `<circle cx="${(hash(at, 5, 1) * 1500).toFixed(0)}" cy="${(60 + hash(at, 6, 1) * 680).toFixed(0)}" r="${(2 + 9 * hash(at, 7, 1) ** 3).toFixed(1)}" fill="#9affd0" opacity="${(0.2 + 0.5 * hash(at, 8, 1)).toFixed(2)}" filter="url(#g)"/>`).join("")}`,
    },
  ],
};

const LAMPS = Array.from({ length: 34 }, (_, at) => {
  const [row, t] = [Math.floor(at / 17), (at % 17) / 16];
  const sag = row === 0 ? 0.13 : 0.09;
  return {
    x: (t - 0.5) * 1.62,
    y: (row === 0 ? 0.1 : 0.3) + sag * (1 - ((t - (row === 0 ? 0.45 : 0.6)) * 2) ** 2),
    radius: (row === 0 ? 0.036 : 0.023) + 0.012 * hash(at, 3, 5),
    strength: 0.4 + 0.7 * hash(at, 4, 5),
    colour: hex(["#ffb45c", "#ffd88a", "#ff8f6b", "#8fd6c8"][at % 4] ?? "#ffd88a"),
  };
});

/** Strings of lamps out of focus above a harbour at dusk. */
function lamps(x: number, y: number): Colour {
  const sky = ramp([
    [0, "#10233f"],
    [0.45, "#2b4a6a"],
    [0.66, "#c98a6c"],
    [0.72, "#e0a67c"],
    [0.74, "#1e2f46"],
    [1, "#0c1626"],
  ]);
  let colour = sky(y);
  for (const { x: lampX, y: lampY, radius, strength, colour: tone } of LAMPS) {
    const distance = Math.hypot(x - lampX, y - lampY);
    if (distance < radius * 7) {
      const disc = edge(radius, radius * 0.86, distance) * (0.7 + 0.5 * edge(0.4, 1, distance / radius));
      colour = lit(colour, tone, strength * (0.42 * disc + 0.12 * Math.exp(-distance / (radius * 1.6))));
    }
    if (y < 0.73) continue;
    const mirrored = Math.hypot(x - lampX, (y - 1.46 + lampY) * 0.35);
    if (mirrored < radius * 4)
      colour = lit(
        colour,
        tone,
        strength * 0.2 * Math.exp(-((mirrored / radius) ** 2)) * (0.4 + cloud(x * 20 + 40, y * 60, 3, 6)),
      );
  }
  return vignette(colour, x, y, 0.4);
}

/** A dancing couple as a silhouette, 300 units high. */
const COUPLE =
  '<circle cx="-30" cy="-262" r="22"/><circle cx="34" cy="-248" r="20"/><path d="M-54-236q30-14 50 6l12 94-10 136h-22l-4-120-18 120h-24l10-140z"/><path d="M16-226q26-12 40 8l2 74 54 130q-52 22-118 4l18-134z"/><path d="M-34-212L6-318 42-210M-46-214l-34 62 26 34M58-206l34 52-30 30" fill="none" stroke-width="12" stroke-linecap="round" stroke-linejoin="round"/>';

export const ceilidh: Scene = {
  shade: lamps,
  drawings: [
    {
      svg: `<g fill="#0a1220" stroke="#0a1220"><path d="M0 905h1500v95H0z"/>${[
        [470, 0.8, 0.9],
        [750, 1, 1.08],
        [1040, -0.84, 0.94],
        [250, -0.7, 0.7],
        [1260, 0.7, 0.72],
      ]
        .map(
          ([x, flip, size]) =>
            `<g transform="translate(${x} 912) scale(${(flip ?? 1) > 0 ? size : -(size ?? 1)} ${size})">${COUPLE}</g>`,
        )
        .join("")}</g>`,
    },
  ],
};
