import sharp, { type Sharp } from "sharp";

/** Linear light of red, green and blue; 1 is white, more is glare. */
export type Colour = readonly [red: number, green: number, blue: number];

/** Returns the colour of a point. `x` is 0 in the middle and ±0.75 at the sides, `y` 0 at the top and 1 at the foot. */
export type Shade = (x: number, y: number) => Colour;

export type Scene = {
  readonly shade: Shade;
  /** SVG drawings of 1500 by 1000 over the painted ground, in this order. `isLight` adds them as light. */
  readonly drawings?: readonly { readonly svg: string; readonly isLight?: boolean }[];
};

const WIDTH = 1500;
const HEIGHT = 1000;
/** Of 255: keeps even gradients from showing bands. */
const GRAIN = 2.4;

/** Returns a scene as an image, to be encoded. */
export async function paint({ shade, drawings = [] }: Scene): Promise<Sharp> {
  const pixels = Buffer.alloc(WIDTH * HEIGHT * 3);
  for (let row = 0; row < HEIGHT; row += 1)
    for (let column = 0; column < WIDTH; column += 1) {
      const colour = shade((column - WIDTH / 2) / HEIGHT, row / HEIGHT);
      const grain = (hash(column, row, 77) - 0.5) * GRAIN;
      for (const channel of [0, 1, 2] as const)
        pixels[(row * WIDTH + column) * 3 + channel] = clamp(developed(colour[channel]) + grain, 0, 255);
    }
  const ground = await sharp(pixels, { raw: { width: WIDTH, height: HEIGHT, channels: 3 } })
    .png()
    .toBuffer();
  const whole = await sharp(ground)
    .composite(
      drawings.map(({ svg, isLight = false }) => ({
        input: Buffer.from(
          `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}" viewBox="0 0 ${WIDTH} ${HEIGHT}">${svg}</svg>`,
        ),
        blend: isLight ? ("screen" as const) : ("over" as const),
      })),
    )
    .png()
    .toBuffer();
  return sharp(whole);
}

/** Returns the value of a channel from 0 to 255. Bright light is compressed, as film does it. */
function developed(light: number): number {
  const value = Math.max(0, light);
  const compressed = value < 0.6 ? value : 0.6 + (1 - Math.exp(-(value - 0.6) / 0.4)) * 0.4;
  return 255 * compressed ** (1 / 2.2);
}

/** Returns a number from 0 to 1 that looks random, the same for the same integers. */
export function hash(x: number, y: number, seed = 1): number {
  let bits = Math.imul(x | 0, 374761393) ^ Math.imul(y | 0, 668265263) ^ Math.imul(seed | 0, 0x24e1ec8b);
  bits = Math.imul(bits ^ (bits >>> 13), 1274126177);
  return ((bits ^ (bits >>> 16)) >>> 0) / 4294967295;
}

function noise(x: number, y: number, seed: number): number {
  const [left, top] = [Math.floor(x), Math.floor(y)];
  const [across, down] = [smooth(x - left), smooth(y - top)];
  const [a, b] = [hash(left, top, seed), hash(left + 1, top, seed)];
  const [c, d] = [hash(left, top + 1, seed), hash(left + 1, top + 1, seed)];
  return a + (b - a) * across + (c - a) * down + (a - b - c + d) * across * down;
}

/** Returns noise of several sizes, from 0 to 1: clouds, smoke, water, wood. */
export function cloud(x: number, y: number, octaves = 5, seed = 1): number {
  let [sum, weight, total] = [0, 0.5, 0];
  for (let octave = 0; octave < octaves; octave += 1) {
    sum += weight * noise(x * 2.03 ** octave, y * 2.03 ** octave, seed + octave);
    total += weight;
    weight /= 2;
  }
  return sum / total;
}

function smooth(t: number): number {
  return t * t * (3 - 2 * t);
}

export function clamp(value: number, least = 0, most = 1): number {
  return Math.min(most, Math.max(least, value));
}

/** Returns 0 up to `from`, 1 beyond `to`, and a smooth way between; `to` may be the smaller one. */
export function edge(from: number, to: number, value: number): number {
  return smooth(clamp((value - from) / (to - from)));
}

export function mix([r, g, b]: Colour, [r2, g2, b2]: Colour, t: number): Colour {
  return [r + (r2 - r) * t, g + (g2 - g) * t, b + (b2 - b) * t];
}

/** Returns the colour with light of another one added. */
export function lit([r, g, b]: Colour, [r2, g2, b2]: Colour, amount: number): Colour {
  return [r + r2 * amount, g + g2 * amount, b + b2 * amount];
}

export function scaled([r, g, b]: Colour, factor: number): Colour {
  return [r * factor, g * factor, b * factor];
}

/** Returns the linear light of "#rrggbb". */
export function hex(text: string): Colour {
  const channel = (at: number) => (Number.parseInt(text.slice(at, at + 2), 16) / 255) ** 2.2;
  return [channel(1), channel(3), channel(5)];
}

/** Returns a gradient through colours at places from 0 to 1. */
export function ramp(stops: readonly (readonly [at: number, colour: string])[]): (t: number) => Colour {
  const colours = stops.map(([at, colour]) => [at, hex(colour)] as const);
  return (t) => {
    const next = colours.findIndex(([at]) => t <= at);
    const [[from, one], [to, other]] = [colours.at(next === 0 ? 0 : next - 1), colours.at(next)] as [
      readonly [number, Colour],
      readonly [number, Colour],
    ];
    return next === -1 || from === to ? other : mix(one, other, smooth((t - from) / (to - from)));
  };
}

/** Darkens towards the corners. */
export function vignette(colour: Colour, x: number, y: number, amount = 0.5): Colour {
  return scaled(colour, 1 - amount * ((x / 1.5) ** 2 + (y - 0.5) ** 2) * 1.6);
}

/** Returns the light of a star field at a point, at most one star in each cell. */
export function starlight(x: number, y: number, cells = 90, share = 0.16): number {
  const [column, row] = [Math.floor(x * cells), Math.floor(y * cells)];
  if (hash(column, row, 11) > share) return 0;
  const [dx, dy] = [
    x * cells - column - 0.2 - 0.6 * hash(column, row, 12),
    y * cells - row - 0.2 - 0.6 * hash(column, row, 13),
  ];
  const size = 0.05 + 0.11 * hash(column, row, 14) ** 6;
  return Math.exp(-(dx * dx + dy * dy) / (size * size)) * (0.25 + 0.9 * hash(column, row, 15) ** 3);
}
