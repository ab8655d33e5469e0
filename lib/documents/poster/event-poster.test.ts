import assert from "node:assert/strict";
import { test } from "node:test";
import { posterArt } from "#lib/art/poster-art.ts";
import { eventPoster } from "./event-poster.ts";

const ART = posterArt("event-7", 265);
const lettersIn = (svg: string) => [...svg.matchAll(/transform="translate\(\d+ (\d+)\)" fill="#fff" d="([^"]+)"/g)];

test("sets the event's name into its picture, as shapes above the foot", async () => {
  const lines = lettersIn(await eventPoster(ART, "The Night Garden"));
  assert.ok(lines.length >= 1);
  for (const [, top = "", d = ""] of lines) {
    assert.ok(Number(top) > 100 && Number(top) <= 380, top);
    for (const [x = 0] of pairsIn(d)) assert.ok(x <= 350);
  }
});

test("a name of any length and script has at most four lines, and nothing in it is fetched or run", async () => {
  for (const name of ["Whakarongo ".repeat(40), "東京夜想曲", "ليالي الأندلس", '<script>alert("x")</script>', "🎭"]) {
    const svg = await eventPoster(ART, name);
    assert.ok(lettersIn(svg).length <= 4, name);
    assert.doesNotMatch(svg, /<script|<text|href|<image/);
  }
});

function pairsIn(d: string): readonly (readonly number[])[] {
  const numbers = d.match(/-?[\d.]+/g)?.map(Number) ?? [];
  return numbers.flatMap((x, at) => (at % 2 === 0 ? [[x, numbers[at + 1] ?? 0]] : []));
}
