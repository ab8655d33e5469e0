import assert from "node:assert/strict";
import { test } from "node:test";
import sharp from "sharp";
import { inspect } from "./inspect.ts";

const picture = (width = 320, height = 200) =>
  sharp({
    create: { width, height, channels: 3, background: "#c0522c", noise: { type: "gaussian", mean: 120, sigma: 30 } },
  });

for (const format of ["jpeg", "png", "webp", "avif"] as const) {
  test(`accepts ${format}, and returns its size`, async () => {
    assert.deepEqual(await inspect(await picture().toFormat(format).toBuffer()), { width: 320, height: 200 });
  });

  test(`refuses a truncated ${format}`, async () => {
    const whole = await picture().toFormat(format).toBuffer();
    await assert.rejects(inspect(whole.subarray(0, Math.floor(whole.length * 0.6))), { message: "damaged" });
  });
}

test("returns the size as it is shown, after the rotation in its metadata", async () => {
  const turned = await picture().withMetadata({ orientation: 6 }).jpeg().toBuffer();
  assert.deepEqual(await inspect(turned), { width: 200, height: 320 });
});

for (const [what, text] of [
  ["an SVG", '<svg xmlns="http://www.w3.org/2000/svg" width="400" height="400"/>'],
  ["an SVG after a declaration", '<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg"/>'],
  ["a page", "<!doctype html><script>alert(1)</script>"],
  ["nothing", ""],
  ["a GIF", "GIF89a\u0001\u0000\u0001\u0000"],
  ["the first bytes of a JPEG before a page", "\u00ff\u00d8\u00ff<svg></svg>"],
] as const) {
  test(`refuses ${what}`, async () => {
    await assert.rejects(inspect(Buffer.from(text, "latin1")), { message: /not a JPEG|damaged/ });
  });
}

test("refuses a small file of too many pixels without decoding it", async () => {
  const bomb = await sharp({ create: { width: 6_500, height: 6_500, channels: 3, background: "#000" } })
    .png({ compressionLevel: 6 })
    .toBuffer();
  assert.ok(bomb.length < 1_000_000);
  await assert.rejects(inspect(bomb), { message: "too many pixels" });
});
