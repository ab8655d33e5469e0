import type { ByteWriter } from "#components/lettering/byte-writer.ts";

/** A point of an outline: where it goes through, or what it bends towards. */
export type Point = { readonly x: number; readonly y: number; readonly isOnCurve: boolean };

/** Every step in full: what is drawn is small enough, and lives in memory only. */
export function writePoints(glyf: ByteWriter, points: readonly Point[]): void {
  for (const { isOnCurve } of points) glyf.byte(isOnCurve ? 1 : 0);
  for (const axis of ["x", "y"] as const) {
    let before = 0;
    for (const { [axis]: at } of points) {
      glyf.short(at - before);
      before = at;
    }
  }
}

/** From left and below to right and above. */
export function boxOf(points: readonly Point[]): readonly [left: number, foot: number, right: number, top: number] {
  if (points.length === 0) return [0, 0, 0, 0];
  const [xs, ys] = [points.map(({ x }) => x), points.map(({ y }) => y)];
  return [Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)];
}
