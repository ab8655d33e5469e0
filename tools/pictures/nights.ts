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
  scaled,
  starlight,
  vignette,
} from "./paint.ts";

/** A desert camp under the stars. */
function desert(x: number, y: number): Colour {
  const horizon = 0.68;
  const sky = ramp([
    [0, "#060818"],
    [0.5, "#131a3f"],
    [0.82, "#3d2a55"],
    [1, "#9a4f4a"],
  ]);
  const fire = Math.hypot(x, (y - 0.77) * 1.4);
  if (y < horizon - 0.02 * cloud(x * 3 + 9, 2, 4, 3)) {
    const band = Math.exp(-(((x - y * 0.8 + 0.42) / 0.2) ** 2)) * edge(0.66, 0.2, y);
    let colour = lit(
      sky(clamp(y / horizon)),
      hex("#a9b7ee"),
      band * 0.3 * edge(0.35, 0.75, cloud(x * 5 + 9, y * 5, 6, 23)),
    );
    colour = lit(
      colour,
      [1, 1, 1],
      (1.4 * starlight(x + 3, y + 1, 64, 0.22) + 0.9 * starlight(x + 8, y + 4, 150, 0.12 + 0.3 * band)) *
        edge(0.66, 0.4, y),
    );
    return vignette(lit(colour, hex("#ff9a4d"), 0.13 * Math.exp(-fire * 3.4)), x, y, 0.4);
  }
  const depth = (y - horizon) / (1 - horizon);
  const stones = 0.6 + 0.8 * cloud((x / (0.25 + depth)) * 9 + 40, depth * 12, 5, 8);
  const earth = scaled(mix(hex("#4b2027"), hex("#1c0d14"), depth), 0.5 * stones);
  return vignette(lit(earth, scaled(hex("#ff8b3d"), stones), 0.75 * Math.exp(-fire * 6.5)), x, y, 0.4);
}

const FLAME =
  '<path d="M0 0c-34-10-44-44-24-74 10-16 8-30 4-44 22 10 34 30 32 52 8-8 12-18 11-32 22 26 36 66 12 92-8 8-22 10-35 6z"/>';
const sitting = (x: number, y: number, size: number) =>
  `<g transform="translate(${x} ${y}) scale(${size} ${Math.abs(size)})"><circle cx="0" cy="-92" r="17"/><path d="M-20-74q20-10 36 4 16 22 16 52l40 2q14 4 8 18H-30q-14-46 10-76z"/></g>`;

export const dryCreek: Scene = {
  shade: desert,
  drawings: [
    {
      svg: `<g fill="#0a0813"><path d="M1188 770q14-120-6-200-18-70-4-150l16 2q-6 70 10 120 20-60 74-96l8 10q-56 44-70 128-4 90 14 186z"/>${[
        [1130, 380, 74],
        [1200, 330, 86],
        [1285, 372, 80],
        [1245, 300, 62],
        [1330, 425, 52],
        [1090, 440, 46],
        [1160, 300, 50],
      ]
        .map(([x, y, r]) => `<ellipse cx="${x}" cy="${y}" rx="${r}" ry="${(r ?? 0) * 0.62}"/>`)
        .join(
          "",
        )}<path d="M560 800q180-24 380 0l10 14H552z" opacity=".35"/>${sitting(560, 806, 1.15)}${sitting(655, 778, 0.95)}${sitting(945, 808, -1.15)}${sitting(850, 778, -0.95)}<path d="M690 800l120-16M694 784l112 20" stroke="#0a0813" stroke-width="14" stroke-linecap="round"/></g>`,
    },
    {
      isLight: true,
      svg: `<filter id="g" x="-100%" y="-100%" width="300%" height="300%"><feGaussianBlur stdDeviation="14"/></filter><g transform="translate(750 796)"><g fill="#ff8a2e" filter="url(#g)">${FLAME}</g><g fill="#ff9d3c">${FLAME}</g><g fill="#ffe3a0" transform="translate(2 -2) scale(.55)">${FLAME}</g></g><g fill="#ffb765">${Array.from({ length: 26 }, (_, at) => `<circle cx="${(750 + (hash(at, 1, 3) - 0.5) * 130).toFixed(0)}" cy="${(690 - hash(at, 2, 3) * 270).toFixed(0)}" r="${(1 + 1.6 * hash(at, 3, 3)).toFixed(1)}"/>`).join("")}</g>`,
    },
  ],
};

/** A storm at night with the beam of a lighthouse. */
function storm(x: number, y: number): Colour {
  const horizon = 0.72;
  const [lampX, lampY] = [0.06, 0.262];
  const sky = ramp([
    [0, "#0b1424"],
    [0.55, "#1d3346"],
    [1, "#4a6f78"],
  ]);
  const [dx, dy] = [x - lampX, y - lampY];
  const along = Math.abs(dx * 0.975 + dy * 0.2);
  const beam = Math.exp(-(((dy * 0.975 - dx * 0.2) / (0.008 + 0.13 * along)) ** 2)) * Math.exp(-along * 1.25);
  const rolling = cloud(x * 2 + cloud(x * 3 + 9, y * 4, 4, 3) + 5, y * 5, 6, 12);
  let colour = lit(sky(clamp(y / horizon)), hex("#a8c6cc"), 0.2 * edge(0.46, 0.75, rolling));
  colour = scaled(colour, 0.62 + 0.6 * edge(0.3, 0.65, rolling));
  if (y > horizon) {
    const depth = (y - horizon) / (1 - horizon);
    const wave = cloud((x / (0.2 + depth)) * 3 + 20, depth * 14 + cloud(x * 6 + 9, y * 9, 3, 2), 5, 33);
    colour = mix(mix(hex("#1c3a46"), hex("#071419"), depth), hex("#8fb4b6"), 0.55 * edge(0.56, 0.74, wave));
    return vignette(lit(colour, hex("#ffe2a6"), 0.24 * Math.exp(-((x / 0.5) ** 2)) * edge(0.4, 0.75, wave)), x, y, 0.5);
  }
  colour = lit(colour, hex("#ffe2a6"), beam * (0.5 + 0.55 * cloud(x * 6 + 9, y * 6, 4, 21)));
  return vignette(lit(colour, hex("#fff3d0"), 0.8 * Math.exp(-Math.hypot(dx, dy) * 17)), x, y, 0.5);
}

export const lighthouse: Scene = {
  shade: storm,
  drawings: [
    {
      svg: '<defs><linearGradient id="t" x1="0" x2="1"><stop offset="0" stop-color="#f3efe4"/><stop offset=".42" stop-color="#cfd3cf"/><stop offset="1" stop-color="#4a5a66"/></linearGradient><linearGradient id="r" x1="0" x2="1"><stop offset="0" stop-color="#c8483c"/><stop offset=".45" stop-color="#a83430"/><stop offset="1" stop-color="#47161d"/></linearGradient><linearGradient id="c" y2="1" x2="0"><stop offset="0" stop-color="#1a2a30"/><stop offset="1" stop-color="#060c10"/></linearGradient></defs><g transform="translate(-42 52)"><path d="M1010 640l44-78h64l34 52v90h-142z" fill="#0d171d"/><path d="M1068 610h22v28h-22z" fill="#ffce7a"/></g><path d="M778 300h64l34 372H744z" fill="url(#t)"/><path d="M770.600 382l78.600 0 8.600 92h-95.600zM755 556h110l8.400 92H747z" fill="url(#r)"/><path d="M758 286h104v18H758z" fill="#16222a"/><path d="M776 238h68v48h-68z" fill="#ffe9b4"/><path d="M776 238v48M799 238v48M822 238v48M844 238v48" stroke="#16222a" stroke-width="5"/><path d="M768 240q42-58 84 0z" fill="#a83430"/><path d="M810 196v-20" stroke="#16222a" stroke-width="5"/><path d="M800 610h24v62h-24z" fill="#1a2229"/><path d="M803 420h14v22h-14zM805 510h14v22h-14z" fill="#ffce7a"/><path d="M420 1000q26-96 96-142 30-64 104-98 34-66 112-90h170q96-14 170 22 92 20 150 96 84 40 116 120l60 92z" fill="url(#c)"/>',
    },
  ],
};
