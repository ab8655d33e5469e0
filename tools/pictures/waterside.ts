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
  type Shade,
  scaled,
  vignette,
} from "./paint.ts";

type Light = {
  readonly sky: (t: number) => Colour;
  readonly disc: Colour;
  readonly glow: Colour;
  readonly cloudLit: Colour;
  readonly cloudDark: Colour;
  readonly hills: readonly [Colour, Colour, Colour];
  readonly sea: Colour;
};

type View = {
  readonly horizon: number;
  readonly discX: number;
  readonly height: number;
  readonly radius: number;
  readonly seed: number;
};

const SUNSET: Light = {
  sky: ramp([
    [0, "#191a48"],
    [0.3, "#3d3179"],
    [0.55, "#8d4a86"],
    [0.74, "#d8677a"],
    [0.88, "#f79a64"],
    [1, "#ffd48c"],
  ]),
  ...{ disc: hex("#fff0c4"), glow: hex("#ff9a4d"), cloudLit: hex("#ff9d76"), cloudDark: hex("#40306b") },
  ...{ hills: [hex("#b0657f"), hex("#74447a"), hex("#33275a")], sea: hex("#14173a") },
};

const MOONRISE: Light = {
  sky: ramp([
    [0, "#060b22"],
    [0.4, "#0e1d47"],
    [0.75, "#1d3f74"],
    [1, "#4d78a4"],
  ]),
  ...{ disc: hex("#fdf6dc"), glow: hex("#7fa6d8"), cloudLit: hex("#6f93c4"), cloudDark: hex("#0c1738") },
  ...{ hills: [hex("#274f7c"), hex("#173561"), hex("#0c1d42")], sea: hex("#050a1e") },
};

/** Sun or moon above hills and water, with clouds and a path of light on the waves. */
function waterside(light: Light, view: View): Shade {
  const { horizon, discX, height, radius, seed } = view;
  const discY = horizon - height;

  function sky(x: number, y: number): Colour {
    const t = clamp(y / horizon);
    const distance = Math.hypot(x - discX, y - discY);
    let colour = lit(light.sky(t), light.glow, 0.85 * Math.exp(-distance * 5.2));
    colour = lit(colour, light.disc, 0.9 * Math.exp(-distance * 16));
    const bend = cloud(x * 1.6 + 4.2, y * 5, 4, seed);
    const density = cloud(x * 1.5 + bend * 1.4 + seed, y * 8.5 + bend * 0.9, 6, seed + 9);
    const above = cloud(x * 1.5 + bend * 1.4 + seed, (y - 0.012) * 8.5 + bend * 0.9, 6, seed + 9);
    const cover = edge(0.5, 0.74, density) * edge(0, 0.25, t) * (1 - edge(0.86, 0.99, t));
    const sunny = edge(0, 0.9, Math.exp(-distance * 2.2)) * edge(0.46, 0.66, above - (density - 0.55) * 0.6);
    const lining = clamp(0.25 + sunny * 0.9 + 0.5 * Math.exp(-distance * 3));
    colour = mix(colour, mix(light.cloudDark, light.cloudLit, lining), cover * 0.82);
    return mix(colour, scaled(light.disc, 1.5), 1 - edge(radius * 0.94, radius * 1.05, distance));
  }

  function water(x: number, y: number): Colour {
    const depth = (y - horizon) / (1 - horizon);
    const far = 1 / (depth + 0.035);
    const swell = cloud(x * far * 1.1 + 11, far * 9.5, 5, 41) - 0.5;
    const ripple = cloud(x * far * 3.1, far * 26, 3, 51) - 0.5;
    const mirrored = horizon - (y - horizon) * 0.95 - 0.02 + swell * 0.16 * (0.3 + depth) + ripple * 0.05;
    const reflected = sky(x + swell * 0.03, clamp(mirrored, 0, horizon - 0.004));
    let colour = mix(lit(scaled(reflected, 0.62), light.sea, 0.5), light.sea, 0.25 + 0.5 * depth);
    const width = 0.03 + depth * 0.22;
    const path = Math.exp(-((x - discX) ** 2) / width ** 2);
    const spark = edge(0.03 - 0.1 * path, 0.2, swell + ripple * 0.8);
    colour = lit(colour, light.disc, (0.9 * spark * path + 0.16 * path) * (1 - 0.45 * depth));
    colour = lit(colour, light.glow, 0.35 * Math.exp(-((x - discX) ** 2) / (width ** 2 * 7)) * (0.35 + spark));
    return scaled(colour, 1 + ripple * 0.5);
  }

  return (x, y) => {
    let colour = y < horizon ? sky(x, y) : water(x, y);
    light.hills.forEach((hill, at) => {
      const side = at === 0 ? 1 : at === 1 ? 1 - edge(-0.75, 0.2, x) : edge(-0.1, 0.75, x);
      const ridge = cloud((x + 0.75) * (1.2 + at * 0.45) + 14 + at * 11, 14 + at * 11, 6, 14 + at * 9);
      const top = horizon + 0.004 - (0.05 + (0.1 + at * 0.04) * (ridge - 0.35)) * side;
      if (y <= top || y >= horizon + 0.004) return;
      const haze = mix(hill, light.glow, 0.5 * Math.exp(-Math.abs(x - discX) * 3.2) * (1 - at * 0.28));
      colour = scaled(haze, 0.9 + 0.2 * cloud(x * 60, y * 60, 3, 5));
    });
    return vignette(colour, x, y, 0.4);
  };
}

const FERRY_HULL =
  '<path d="M-8 0H372l-26 40H36C16 40 2 24-8 0z" fill="#1a1433"/><path d="M36-34H318q14 0 20 12l10 22H24z" fill="#2a1d48"/><path d="M70-66H262q12 0 17 12l10 20H62z" fill="#1a1433"/><path d="M96-90H176l10 24H92z" fill="#2a1d48"/><path d="M198-112h34l8 46h-46z" fill="#1a1433"/><path d="M196-98h42" stroke="#c9576d" stroke-width="7"/><path d="M120-90V-140M120-132H86M120-118H154" stroke="#1a1433" stroke-width="4"/><path d="M300-34V-78M330-22V-52" stroke="#1a1433" stroke-width="3"/><path d="M-8 0H372" stroke="#e58a78" stroke-width="1.6" opacity=".55"/>';
const FERRY_WINDOWS = [
  ...Array.from({ length: 13 }, (_, at) => `<rect x="${50 + at * 21}" y="-24" width="12" height="11" rx="2"/>`),
  ...Array.from({ length: 9 }, (_, at) => `<rect x="${80 + at * 21}" y="-57" width="12" height="10" rx="2"/>`),
  '<rect x="104" y="-84" width="66" height="9" rx="2"/>',
].join("");

/** A ferry with lit windows, its reflection below it. */
function ferry(place: string): Required<Scene>["drawings"] {
  const mirror = `<g transform="${place}"><g transform="translate(0 78) scale(1 -.9)" opacity=".65">${FERRY_HULL}</g></g>`;
  const waves =
    '<filter id="w" x="-20%" y="-50%" width="140%" height="200%"><feTurbulence type="fractalNoise" baseFrequency=".006 .09" numOctaves="2" seed="4"/><feDisplacementMap in="SourceGraphic" scale="18"/><feGaussianBlur stdDeviation="2 1"/></filter>';
  const glow =
    '<filter id="g" x="-30%" y="-100%" width="160%" height="300%"><feGaussianBlur stdDeviation="5"/></filter>';
  return [
    { svg: `${waves}<g filter="url(#w)">${mirror}</g>` },
    { svg: `<g transform="${place}">${FERRY_HULL}</g>` },
    {
      isLight: true,
      svg: `${glow}<g transform="${place}" fill="#ffe2a6"><g filter="url(#g)">${FERRY_WINDOWS}</g>${FERRY_WINDOWS}</g>`,
    },
  ];
}

export const lastBoat: Scene = {
  shade: waterside(SUNSET, { horizon: 0.56, discX: 0.17, height: 0.06, radius: 0.05, seed: 3 }),
  drawings: ferry("translate(500 572) scale(1.05)"),
};

export const smallHours: Scene = {
  shade: waterside(MOONRISE, { horizon: 0.64, discX: 0.05, height: 0.34, radius: 0.07, seed: 8 }),
  drawings: [
    {
      svg: '<g fill="#040817" stroke="#040817" stroke-linecap="round"><path d="M0 880h1500v120H0z"/><path d="M330 885V770M470 885V800M1050 885V800M1190 885V770" stroke-width="16"/><g transform="translate(690 882) scale(1.25)"><path d="M-62-130L-80 0M-12-130L-16 0M20-130L38 0M-72-50H32" stroke-width="8" fill="none"/><ellipse cx="-20" cy="-134" rx="66" ry="10"/></g><g transform="translate(800 880) rotate(9) scale(1.12)"><path d="M-6-330h12l3 170h-18zM-11-372h22l-4 46h-14z"/><path d="M0-186c34 0 48 20 44 46-3 18 6 22 14 40 14 32-2 100-58 100s-72-68-58-100c8-18 17-22 14-40-4-26 10-46 44-46z"/></g></g><g fill="none" stroke="#9fc0ee" stroke-opacity=".5" stroke-width="3"><path d="M0 880h1500"/><path d="M612 713q58-9 116 0"/></g>',
    },
  ],
};
