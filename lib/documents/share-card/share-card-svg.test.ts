import assert from "node:assert/strict";
import { test } from "node:test";
import { accentTokens } from "#lib/art/accent.ts";
import { posterArt } from "#lib/art/poster-art.ts";
import { type ShareCard, shareAlt, shareSvg } from "./share-card-svg.ts";

const CARD: ShareCard = {
  brand: "Foyer",
  title: "The Tempest",
  facts: ["Fri, 4 Dec, 7:30 pm (Wellington time)", "The Glasshouse, Wellington"],
  state: "From $48.50",
  art: posterArt("event-1", 265),
  accent: accentTokens("#ffe600").light,
  direction: "ltr",
};

test("the alternative text has everything that the image shows", () => {
  assert.equal(
    shareAlt(CARD),
    "The Tempest · Fri, 4 Dec, 7:30 pm (Wellington time) · The Glasshouse, Wellington · From $48.50",
  );
  assert.equal(shareAlt({ ...CARD, facts: [], state: "" }), "The Tempest");
});

test("the image is 1200 by 630, of shapes alone, without font, URL or script", async () => {
  const svg = await shareSvg({ ...CARD, title: `<script>alert("x")</script> & 東京 🎭` });
  assert.match(svg, /^<svg [^>]*width="1200" height="630"/);
  assert.doesNotMatch(svg, /<text|<image|href|script|font/);
});

test("the price is on the account's colour, which is absent without one", async () => {
  assert.match(await shareSvg(CARD), /rx="22" fill="#ffe600"/);
  assert.doesNotMatch(await shareSvg({ ...CARD, state: "" }), /rx="22"/);
});

test("the account's own picture replaces the generated one, with its bytes inside", async () => {
  const svg = await shareSvg({ ...CARD, picture: Buffer.from("a JPEG") });
  assert.match(svg, /<image x="0" y="0" width="400" height="630"[^>]*href="data:image\/jpeg;base64,YSBKUEVH"/);
  assert.equal(svg.match(/href=/g)?.length, 1);
  assert.ok(!svg.includes(CARD.art.ground[0]));
});

test("the art is on the other side in right-to-left languages", async () => {
  assert.match(await shareSvg(CARD), /<clipPath id="art"><rect x="0"/);
  assert.match(await shareSvg({ ...CARD, direction: "rtl" }), /<clipPath id="art"><rect x="800"/);
});

test("draws titles in Arabic and Japanese, and a gap for letters without a font", async () => {
  const gap = await shapesOf("𓀀𓀁𓀂𓀃");
  assert.equal(gap, await shapesOf("…"));
  for (const title of ["ليالي الأندلس", "東京の夜", "서울의 밤", "张伟音乐会"])
    assert.ok((await shapesOf(title)) > 5 * gap, title);
});

test("breaks a long Japanese title without spaces into lines", async () => {
  const title = "銀河鉄道の夜とオーケストラ";
  const letters = await Promise.all([...title].map(shapesOf));
  assert.equal(
    await shapesOf(title),
    letters.reduce((sum, shapes) => sum + shapes, 0),
  );
});

/** Returns the number of contours of a card's title. */
async function shapesOf(title: string): Promise<number> {
  const contours = (svg: string) => svg.match(/Z/g)?.length ?? 0;
  return contours(await shareSvg({ ...CARD, title })) - contours(await shareSvg({ ...CARD, title: "" }));
}
