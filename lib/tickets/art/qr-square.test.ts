import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { readQr } from "#e2e/tools/read-qr.ts";
import { type QrSquare, QUIET_MODULES, qrSquare } from "./qr-square.ts";

const PIXELS_PER_MODULE = 6;

test("every identifier reads back", () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: Number.MAX_SAFE_INTEGER }),
      (id) => read(qrSquare(String(id))) === String(id),
    ),
    { numRuns: 25 },
  );
});

test("every UUID reads back", () => {
  fc.assert(
    fc.property(fc.uuid(), (uuid) => read(qrSquare(uuid)) === uuid),
    { numRuns: 25 },
  );
});

test("four empty modules surround the code", () => {
  const square = qrSquare("4711");
  const dark = bitmap(square, 1);
  const inQuietZone = (x: number, y: number) =>
    Math.min(x, y, square.size - 1 - x, square.size - 1 - y) < QUIET_MODULES;

  assert.equal(square.size, 21 + 2 * 4);
  assert.equal(dark[QUIET_MODULES * square.size + QUIET_MODULES], true);
  assert.ok(!dark.some((isDark, at) => isDark && inQuietZone(at % square.size, Math.floor(at / square.size))));
});

test("the control: the decoder rejects a wrongly drawn code", () => {
  const { size, path } = qrSquare("4711");
  const halfDrawn = path.slice(0, path.indexOf("M", path.length / 2));
  assert.throws(() => read({ size, path: halfDrawn }));
});

/** Decodes the drawing with a decoder that shares no code with it. */
function read(square: QrSquare): string {
  const dark = bitmap(square, PIXELS_PER_MODULE);
  const side = square.size * PIXELS_PER_MODULE;
  const data = Uint8Array.from(dark.flatMap((isDark) => (isDark ? [0, 0, 0, 255] : [255, 255, 255, 255])));
  return readQr({ width: side, height: side, data });
}

/** Fills the path like a browser. It knows only the command sequence of these bars. */
function bitmap({ size, path }: QrSquare, scale: number): boolean[] {
  const side = size * scale;
  const dark = new Array<boolean>(side * side).fill(false);
  for (const [, x, y, width] of path.matchAll(/M(\d+) (\d+)h(\d+)v1H\d+z/g)) {
    for (let row = Number(y) * scale; row < (Number(y) + 1) * scale; row++) {
      dark.fill(true, row * side + Number(x) * scale, row * side + (Number(x) + Number(width)) * scale);
    }
  }
  return dark;
}
