import { type Colour, cloud, edge, hash, hex, lit, mix, type Scene, type Shade, scaled, vignette } from "./paint.ts";

const WARM = hex("#ffb765");
const HOT = hex("#fff0cf");
/** Softens a drawing by this many pixels. */
const softened = (svg: string, pixels: number, id: string) =>
  `<filter id="${id}" x="-20%" y="-20%" width="140%" height="140%"><feGaussianBlur stdDeviation="${pixels}"/></filter><g filter="url(#${id})">${svg}</g>`;

/** Beams of midday sun through the windows of a wooden shed. */
function shed(x: number, y: number): Colour {
  const floor = 0.77;
  const slant = 0.62;
  let colour: Colour;
  if (y < floor) {
    const board = Math.abs(((x * 15 + 60) % 1) - 0.5);
    const grain = (0.75 + 0.5 * cloud(x * 15 + 20, y * 3, 4, 7)) * (board > 0.46 ? 0.55 : 1);
    colour = scaled(mix(hex("#2b1620"), hex("#120b18"), edge(0.1, 0.9, y)), grain);
    colour = lit(colour, hex("#7a3a3a"), 0.16 * edge(0.9, 0.2, y) * (0.4 + cloud(x * 4 + 5, y * 3, 4, 3)));
  } else {
    const depth = (y - floor) / (1 - floor);
    const plank = Math.abs((((x / (0.25 + depth * 0.9)) * 5 + 50) % 1) - 0.5);
    const grain = 0.7 + 0.6 * cloud((x / (0.25 + depth)) * 12 + 40, depth * 8, 4, 9);
    colour = scaled(mix(hex("#3a1d1c"), hex("#170d14"), depth), grain * (plank > 0.465 ? 0.5 : 1));
  }
  for (const centre of [-0.16, 0.07, 0.3]) {
    const pane = edge(0.089, 0.083, Math.abs(x - centre)) * edge(0.096, 0.102, y) * edge(0.254, 0.248, y);
    const bar = Math.abs(x - centre) < 0.004 || Math.abs(y - 0.175) < 0.003 ? 0.06 : 1;
    colour = mix(colour, scaled(HOT, 1.25 * (0.85 + 0.3 * cloud(x * 9 + 9, y * 9, 3, 2))), pane * bar);
    const spread = 0.085 * (1 + (y - 0.17) * 0.35);
    const beam = edge(spread + 0.02 + y * 0.03, spread - 0.02 - y * 0.02, Math.abs(x - centre + (y - 0.17) * slant));
    const dust = 0.55 + 0.8 * cloud(x * 5 + y * 3 + 9, y * 5 - x * 4 + 9, 5, 21);
    colour = lit(
      colour,
      WARM,
      beam * Math.exp(-(y - 0.17) * 1.05) * edge(0.15, 0.2, y) * 0.46 * dust * (y < floor ? 1 : 0.35),
    );
    colour = lit(colour, WARM, 0.16 * Math.exp(-Math.hypot(x - centre, y - 0.17) * 7));
    if (y < floor) continue;
    const patch = Math.abs(x - (centre - (floor - 0.17) * slant) + (y - floor) * 0.9);
    const shine = edge(0.115, 0.09, patch) * edge(floor + 0.004, floor + 0.02, y) * edge(floor + 0.17, floor + 0.13, y);
    colour = lit(colour, mix(WARM, HOT, 0.35), shine * 0.62 * (0.6 + 0.6 * cloud(x * 18 + 30, y * 40, 4, 12)));
  }
  return vignette(colour, x, y, 0.6);
}

const microphone = (x: number, foot: number, height: number, rim: string) => {
  const top = foot - height;
  return `<g fill="none" stroke="#0a060b" stroke-linecap="round"><path d="M${x} ${foot}V${top}" stroke-width="9"/><ellipse cx="${x}" cy="${foot}" rx="62" ry="11" fill="#0a060b" stroke="none"/><path d="M${x} ${top + 4}l40-44" stroke-width="12"/><g transform="translate(${x + 52} ${top - 62}) rotate(42)"><rect x="-24" y="-44" width="48" height="92" rx="24" fill="#14101a" stroke="${rim}" stroke-opacity=".75" stroke-width="3"/><path d="M-23 4h46" stroke="${rim}" stroke-opacity=".6" stroke-width="3"/></g><path d="M${x + 4} ${foot - 8}V${top + 6}" stroke="${rim}" stroke-opacity=".5" stroke-width="2"/></g>`;
};

export const halfPast: Scene = {
  shade: shed,
  drawings: [{ svg: softened(microphone(720, 850, 380, "#e9a765"), 1, "m") }],
};

/** A brick wall behind a comedian's microphone, in one round light. */
function bricks(x: number, y: number): Colour {
  const floor = 0.83;
  const distance = Math.hypot(x, (y - 0.4) * 1.08);
  const light = edge(0.43, 0.36, distance) * (1.15 - distance * 1.1) + 0.1 * Math.exp(-distance * 2.2);
  if (y >= floor) {
    const depth = (y - floor) / (1 - floor);
    const plank = Math.abs((((x / (0.5 + depth)) * 7 + 70) % 1) - 0.5);
    const boards = scaled(hex("#4a2a1c"), (0.6 + 0.7 * cloud(x * 20 + 40, depth * 5, 4, 6)) * (plank > 0.47 ? 0.4 : 1));
    const pool = edge(1.1, 0.2, (x / 0.46) ** 2 + ((y - 0.9) / 0.07) ** 2);
    return vignette(lit(scaled(boards, 0.3), mix(boards, WARM, 0.25), pool * 1.5), x, y, 0.5);
  }
  const row = Math.floor(y / 0.0345);
  const along = (x + 2) / 0.104 + (row % 2) * 0.5;
  const [inBrick, inRow] = [along % 1, (y / 0.0345) % 1];
  const joint = Math.min(edge(0, 0.05, Math.min(inBrick, 1 - inBrick)), edge(0, 0.15, Math.min(inRow, 1 - inRow)));
  const shadeOf = hash(Math.floor(along), row, 5);
  const clay = mix(mix(hex("#7c3326"), hex("#a2563c"), shadeOf), hex("#4e2430"), hash(Math.floor(along), row, 8) ** 4);
  const rough = 0.62 + 0.6 * cloud(x * 46 + 90, y * 46, 4, 4);
  const wall = mix(scaled(hex("#3b2a2c"), 0.7), scaled(clay, rough), joint);
  const relief = 1 + 0.25 * (inRow < 0.2 ? 1 : 0) * joint;
  const colour = lit(
    scaled(wall, 0.1 + 0.1 * (1 - y)),
    lit(scaled(wall, relief), mix(wall, WARM, 0.3), 0.6),
    light * 0.92,
  );
  return vignette(lit(colour, hex("#203a7a"), 0.05 * edge(0.35, 0.75, Math.abs(x))), x, y, 0.6);
}

export const lateShift: Scene = {
  shade: bricks,
  drawings: [
    {
      svg: softened('<g fill="#08050a" opacity=".6"><path d="M770 905V470l46-50 34 60-56 30v395z"/></g>', 11, "s"),
    },
    { svg: softened(microphone(735, 905, 440, "#ffd9a3"), 0.9, "m") },
    {
      svg: '<g stroke="#0a060b" stroke-linecap="round" fill="none" stroke-width="9"><path d="M902 700L880 915M968 700L990 915M890 810H980M935 704V900"/><ellipse cx="935" cy="694" rx="56" ry="12" fill="#0a060b" stroke="#ffd9a3" stroke-opacity=".5" stroke-width="2"/></g><g transform="translate(948 650)"><path d="M-13-32h26l-4 66h-18z" fill="#cfe3ea" opacity=".5"/><path d="M-12-6h24l-3 40h-18z" fill="#e9f4f6" opacity=".45"/></g>',
    },
  ],
};

/** One warm light from above on a wooden stage. */
function spotlight(x: number, y: number): Colour {
  const floor = 0.52;
  let colour = mix(hex("#0e1530"), hex("#05070f"), edge(0.2, 1, y));
  colour = lit(colour, hex("#24356b"), 0.34 * cloud(x * 2 + 4, y * 3, 5, 31) * (1 - y));
  const half = 0.035 + (y + 0.05) * 0.44;
  const smoke = 0.45 + cloud(x * 4 + y + 9, y * 3.2 - x + 9, 5, 13);
  if (y < floor + 0.03)
    colour = lit(colour, WARM, edge(half, half * 0.35, Math.abs(x)) * 0.4 * smoke * Math.exp(-y * 0.7));
  colour = lit(colour, HOT, 1.1 * Math.exp(-Math.hypot(x, y + 0.015) * 15));
  const pool = (x / 0.38) ** 2 + ((y - 0.66) / 0.11) ** 2;
  if (y > floor) {
    const plank = Math.abs((((x / (0.3 + (y - floor) * 1.6)) * 6 + 60) % 1) - 0.5);
    const wood = (0.62 + 0.5 * cloud(x * 30 + 60, y * 9, 4, 8)) * (plank > 0.465 ? 0.6 : 1);
    colour = lit(colour, WARM, 0.85 * edge(1.25, 0.15, pool) * wood + 0.07 * Math.exp(-pool * 0.4) * wood);
  }
  for (const [lampX, lampY, radius] of [
    [-0.36, 0.12, 0.012],
    [0.34, 0.1, 0.014],
    [-0.3, 0.09, 0.008],
    [0.42, 0.17, 0.009],
  ] as const) {
    const distance = Math.hypot(x - lampX, y - lampY);
    colour = lit(
      colour,
      hex("#5f7fe0"),
      0.35 * edge(radius, radius * 0.8, distance) + 0.15 * Math.exp(-distance / radius),
    );
  }
  return vignette(colour, x, y, 0.45);
}

const STOOL_AND_GUITAR =
  '<defs><linearGradient id="w" x1="0" x2="1"><stop offset="0" stop-color="#3a1c0c"/><stop offset=".55" stop-color="#c9823f"/><stop offset="1" stop-color="#4a230f"/></linearGradient><radialGradient id="t" cx=".45" cy=".3" r=".8"><stop offset="0" stop-color="#f0b163"/><stop offset=".6" stop-color="#a75a24"/><stop offset="1" stop-color="#4b210d"/></radialGradient><filter id="f"><feGaussianBlur stdDeviation="8 3"/></filter></defs><g transform="translate(740 690) scale(1.35)"><ellipse cx="10" cy="6" rx="150" ry="20" fill="#120a08" opacity=".75" filter="url(#f)"/><g stroke-linecap="round" fill="none"><path d="M-62-190L-84 0M-12-190L-16 10M20-190L38 4M-74-70H32M-70-120L28-118" stroke="#1a0d08" stroke-width="9"/><path d="M-60-190L-80-6" stroke="#b87a3f" stroke-width="2.5"/><ellipse cx="-20" cy="-197" rx="68" ry="13" fill="url(#w)"/><ellipse cx="-20" cy="-201" rx="66" ry="10" fill="#e2a765"/></g><g transform="translate(72 -8) rotate(14)"><path d="M-6-330h12l3 170h-18z" fill="#2a130a"/><path d="M-5-330h4l1 170h-6z" fill="#96602f"/><path d="M-11-372h22l-4 46h-14z" fill="#2a130a"/><path d="M0-186c34 0 48 20 44 46-3 18 6 22 14 40 14 32-2 100-58 100s-72-68-58-100c8-18 17-22 14-40-4-26 10-46 44-46z" fill="url(#t)"/><circle cx="0" cy="-112" r="20" fill="#180b06"/><circle cx="0" cy="-112" r="23" fill="none" stroke="#f3cf9a" stroke-width="2" opacity=".7"/><rect x="-22" y="-56" width="44" height="8" rx="3" fill="#2a130a"/><path d="M-3-340V-52M0-340V-52M3-340V-52" stroke="#ffe6bd" stroke-width=".8" opacity=".7"/></g></g>';

export const unplugged: Scene = { shade: spotlight, drawings: [{ svg: STOOL_AND_GUITAR }] };

/** A red curtain with a valance, lit from below, above the edge of a stage. */
function curtain(x: number, y: number): Colour {
  const stage = 0.86;
  if (y > stage) {
    const depth = (y - stage) / (1 - stage);
    const boards = scaled(hex("#6b3a22"), (0.5 + 0.7 * cloud(x * 24 + 40, depth * 4, 4, 6)) * (0.95 - 0.5 * depth));
    const front = y > 0.965 ? 0.25 : 1;
    return vignette(scaled(lit(boards, WARM, 0.35 * Math.exp(-((x / 0.4) ** 2) - depth)), front), x, y, 0.5);
  }
  const hem = 0.2 + 0.045 * Math.abs(Math.sin((x + 0.75) * Math.PI * 4));
  const isValance = y < hem;
  const folds = isValance ? 22 : 8.5;
  const sway = 0.45 * cloud(x * 2.2 + 9, y * (isValance ? 4 : 1.1), 3, 4);
  const phase = (x * folds + sway) * Math.PI * 2;
  const fold = (0.5 + 0.5 * Math.sin(phase)) ** 1.5 * 0.82 + 0.18 * (0.5 + 0.5 * Math.sin(phase * 2.6 + 2));
  const velvet = mix(hex("#2b030d"), hex(isValance ? "#9d1730" : "#c81f3c"), fold);
  const glow = Math.exp(-((x / 0.42) ** 2) - ((y - 0.9) / 0.42) ** 2);
  let colour = lit(scaled(velvet, 0.32 + 0.55 * (isValance ? 0.7 : 1) * (1 - Math.abs(x) * 0.6)), velvet, glow * 1.3);
  colour = lit(colour, hex("#ffcf9a"), glow * 0.34 * fold);
  if (!isValance) colour = scaled(colour, edge(-0.02, 0.07, y - hem) * 0.75 + 0.25);
  const fringe = Math.abs(y - hem);
  if (fringe < 0.012)
    colour = mix(
      colour,
      scaled(hex("#e7b45c"), 0.5 + 0.7 * hash(Math.floor((x + 1) * 420), 0, 3)),
      edge(0.012, 0.006, fringe),
    );
  const parting = Math.abs(x + 0.006 * Math.sin(y * 9));
  if (!isValance) colour = scaled(colour, 0.25 + 0.75 * edge(0, 0.012, parting));
  return vignette(colour, x, y, 0.6);
}

export const matinee: Scene = {
  shade: curtain as Shade,
  drawings: [
    {
      isLight: true,
      svg: `${softened(Array.from({ length: 13 }, (_, at) => `<circle cx="${150 + at * 100}" cy="872" r="15" fill="#ffd9a0"/>`).join(""), 9, "g")}${Array.from({ length: 13 }, (_, at) => `<circle cx="${150 + at * 100}" cy="870" r="6" fill="#fff3d8"/>`).join("")}`,
    },
  ],
};
