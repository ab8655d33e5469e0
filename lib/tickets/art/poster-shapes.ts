/** A number from 0 to 1, the next of a sequence that a key decides. */
export type Chance = () => number;

/** The colours of a picture, as "#rrggbb". */
export type Paint = {
  readonly low: string;
  readonly mid: string;
  readonly warm: string;
  readonly cool: string;
  readonly pale: string;
};

type Shape = { readonly fill: string; readonly d: string; readonly faint?: boolean };
export type Recipe = (chance: Chance, paint: Paint) => readonly Shape[];

/** The side of the square that recipes fill. */
export const SIDE = 400;

/** Returns a circle as a path; `hole` draws it the other way round. */
export function circle(x: number, y: number, r: number, hole = false): string {
  const [size, sweep] = [round(r), hole ? 0 : 1];
  return `M${round(x - r)} ${round(y)}a${size} ${size} 0 1 ${sweep} ${round(2 * r)} 0a${size} ${size} 0 1 ${sweep} ${round(-2 * r)} 0Z`;
}

/** Returns a coordinate with one decimal. */
export function round(value: number): number {
  return Math.round(value * 10) / 10;
}

export function pick<T>(chance: Chance, from: readonly [T, ...T[]] | readonly T[]): T {
  return from[Math.floor(chance() * from.length)] as T;
}

export function shuffled<T>(chance: Chance, items: readonly T[]): readonly T[] {
  return items
    .map((item) => [chance(), item] as const)
    .sort(([a], [b]) => a - b)
    .map(([, item]) => item);
}
