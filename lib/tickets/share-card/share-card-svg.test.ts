import assert from "node:assert/strict";
import { test } from "node:test";
import { accentTokens } from "#lib/tickets/art/accent.ts";
import { posterArt } from "#lib/tickets/art/poster-art.ts";
import { type ShareCard, shareSvg } from "./share-card-svg.ts";

const CARD: ShareCard = {
  brand: "Foyer",
  title: "The Tempest",
  facts: ["Fri, 4 Dec, 7:30 pm (Wellington time)", "The Glasshouse, Wellington"],
  state: "From $48.50",
  art: posterArt("event-1", 265),
  accent: accentTokens("#ffe600").light,
  direction: "ltr",
};

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
