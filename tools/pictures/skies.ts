import {
  type Colour,
  clamp,
  cloud,
  edge,
  hash,
  hex,
  lit,
  mix,
  ramp,
  type Scene,
  type Shade,
  scaled,
  starlight,
  vignette,
} from "./paint.ts";

/** A night sky before dawn with the cluster of Matariki, mirrored by a lake. */
function matariki(): Shade {
  const sky = ramp([
    [0, "#050a24"],
    [0.45, "#0f2450"],
    [0.75, "#1f4f74"],
    [0.92, "#5f8f8c"],
    [1, "#e7b884"],
  ]);
  const cluster = [
    [0, 0, 1],
    [0.045, -0.03, 0.9],
    [-0.04, 0.028, 0.8],
    [0.03, 0.045, 0.9],
    [-0.062, -0.02, 0.7],
    [0.088, 0.012, 0.7],
    [-0.012, -0.06, 0.75],
    [0.06, 0.088, 0.6],
    [-0.1, 0.06, 0.6],
  ] as const;
  const horizon = 0.7;

  function above(x: number, y: number): Colour {
    let colour = sky(clamp(y / horizon));
    const across = (x + y * 0.9 - 0.28) / 0.22;
    const band = Math.exp(-across * across) * edge(0.62, 0.2, y);
    const dust = cloud(x * 5 + 2, y * 5, 6, 23);
    colour = lit(colour, hex("#8fb0e8"), band * 0.3 * edge(0.35, 0.75, dust));
    colour = lit(colour, hex("#d8cfe8"), band * 0.07 * edge(0.5, 0.8, cloud(x * 9, y * 9, 5, 61)));
    const dark = edge(0.6, 0.3, y);
    colour = lit(
      colour,
      [1, 1, 1],
      1.3 * starlight(x + 2, y, 70, 0.2) * dark + 0.8 * starlight(x + 7, y + 3, 150, 0.1 + 0.25 * band) * dark,
    );
    for (const [dx, dy, size] of cluster) {
      const distance = Math.hypot(x + 0.05 - dx, y - 0.27 - dy);
      colour = lit(
        colour,
        hex("#dfeaff"),
        size * (2.2 * Math.exp(-((distance / 0.0042) ** 2)) + 0.3 * Math.exp(-distance * 70)),
      );
    }
    return colour;
  }

  return (x, y) => {
    let colour: Colour;
    if (y < horizon) colour = above(x, y);
    else {
      const depth = (y - horizon) / (1 - horizon);
      const swell = cloud(x * (6 - 3 * depth), y * 60 * (1.2 - depth), 4, 41) - 0.5;
      colour = scaled(
        above(x + swell * 0.02, clamp(horizon - (y - horizon) * 1.5 + swell * 0.03, 0.02, horizon)),
        0.55 - 0.25 * depth,
      );
    }
    const hills = [
      [0.1, 1.4, "#28506b"],
      [0.075, 2.1, "#153349"],
      [0.05, 3, "#0a1c2c"],
    ] as const;
    hills.forEach(([height, width, tone], at) => {
      const ridge = cloud(x * width + 20 + at * 7, at * 3, 5, 31 + at * 5);
      const top = horizon - height * (ridge * 2 - 0.35) * (at === 2 ? edge(0.05, 0.6, Math.abs(x + 0.1)) : 1);
      if (y > top && y < horizon)
        colour = mix(hex(tone), hex("#e7b884"), 0.12 * edge(0.12, 0, horizon - y) * (1 - at * 0.3));
      else if (y >= horizon && y < horizon + (horizon - top) * 0.8) colour = mix(colour, hex(tone), 0.6);
    });
    return vignette(colour, x, y, 0.35);
  };
}

export const nightSongs: Scene = { shade: matariki() };

/** Ridges in mist, one behind the other, with a low sun. */
function mist(x: number, y: number): Colour {
  const sky = ramp([
    [0, "#54789c"],
    [0.35, "#c3a7a4"],
    [0.6, "#f6c795"],
    [1, "#ffe9c6"],
  ]);
  const distance = Math.hypot(x + 0.08, y - 0.4);
  let colour = lit(sky(clamp(y / 0.62)), hex("#ffd39a"), 0.55 * Math.exp(-distance * 4));
  colour = mix(colour, hex("#fff6dc"), 1 - edge(0.058, 0.064, distance));
  const ridges = [
    [0.44, 0.1, 1.3, "#c39a92"],
    [0.52, 0.12, 1.7, "#92807f"],
    [0.61, 0.13, 2.2, "#5d676c"],
    [0.72, 0.14, 2.7, "#33484c"],
    [0.85, 0.16, 3.4, "#16292a"],
  ] as const;
  ridges.forEach(([base, height, width, tone], at) => {
    const ridge = base - height * (cloud(x * width + at * 9 + 3, at * 5, 5, 41 + at) - 0.42);
    const trees =
      at < 2
        ? 0
        : (0.008 + at * 0.007) *
          edge(0.35, 0.75, hash(Math.floor((x + 3) * (230 - at * 34)), at, 3)) *
          (1 - Math.abs((((x + 3) * (230 - at * 34)) % 1) * 2 - 1));
    if (y <= ridge - trees) return;
    const fog =
      edge(0.14, 0, y - ridge) * 0.1 +
      edge(0.02, 0.2, y - ridge) * (0.62 - at * 0.14) * (0.55 + 0.7 * cloud(x * 2.4, y * 7 + at, 4, 8));
    colour = mix(hex(tone), hex("#f4d5b4"), clamp(fog));
    colour = lit(colour, hex("#ffb870"), (0.16 - at * 0.03) * Math.exp(-Math.abs(x + 0.08) * 3));
  });
  return vignette(colour, x, y, 0.35);
}

const BIRDS = (
  [
    [690, 250, 1],
    [770, 215, 0.8],
    [840, 262, 0.9],
    [640, 190, 0.6],
    [905, 205, 0.6],
    [735, 300, 0.55],
  ] as const
)
  .map(
    ([x, y, s]) =>
      `<path transform="translate(${x} ${y}) scale(${s})" d="M-34-6q20-14 34 8 14-22 34-8-20-2-34 18-14-20-34-18z"/>`,
  )
  .join("");

export const dawnChorus: Scene = { shade: mist, drawings: [{ svg: `<g fill="#2b3138">${BIRDS}</g>` }] };
