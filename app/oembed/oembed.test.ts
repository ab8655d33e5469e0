import assert from "node:assert/strict";
import { test } from "node:test";
import { embeddablePage, richEmbed } from "./oembed.ts";

const ORIGIN = "https://tickets.example";
const SHOWN = { origin: ORIGIN, title: `"Garden" & <b>`, shop: "Longlight", maxWidth: null, maxHeight: null };

test("an event's frame keeps what its address preselects and its source", () => {
  const page = embeddablePage(`${ORIGIN}/de/events/12?date=5&qty.31=2&ref=dj-kim&utm_medium=blog&x=1`, ORIGIN);
  assert.ok(page);
  assert.deepEqual(richEmbed(page, SHOWN), {
    version: "1.0",
    type: "rich",
    title: `"Garden" & <b>`,
    provider_name: "Longlight",
    provider_url: "https://tickets.example/de",
    cache_age: 3600,
    html:
      '<blockquote><a href="https://tickets.example/de/events/12?date=5&amp;qty.31=2&amp;ref=dj-kim&amp;utm_medium=blog">&quot;Garden&quot; &amp; &lt;b&gt;</a></blockquote>' +
      '<iframe src="https://tickets.example/de/embed/events/12?date=5&amp;qty.31=2&amp;ref=dj-kim&amp;utm_medium=blog" title="&quot;Garden&quot; &amp; &lt;b&gt;" width="640" height="720" frameborder="0"></iframe>',
    width: 640,
    height: 720,
  });
});

test("a group's frame has the medium oembed, and is as small as the page asks", () => {
  const page = embeddablePage(`${ORIGIN}/en/groups/3`, ORIGIN);
  assert.ok(page);
  const { html, width, height } = richEmbed(page, { ...SHOWN, title: "Fringe", maxWidth: "400", maxHeight: "9000" });
  assert.match(html, /<iframe src="https:\/\/tickets\.example\/en\/embed\/groups\/3\?utm_medium=oembed"/);
  assert.deepEqual([width, height], [400, 720]);
  assert.match(html, /width="400" height="720"/);
  for (const maxWidth of ["0", "-1", "1e3", "x", ""])
    assert.equal(richEmbed(page, { ...SHOWN, maxWidth }).width, 640, maxWidth);
});

test("only the shop's own events and groups are embedded", () => {
  for (const address of [
    "",
    "/en/events/12",
    "https://evil.example/en/events/12",
    "http://tickets.example/en/events/12",
    "https://tickets.example.evil.example/en/events/12",
    "https://tickets.example@evil.example/en/events/12",
    `${ORIGIN}:444/en/events/12`,
    `${ORIGIN}/xx/events/12`,
    `${ORIGIN}/en/events/0`,
    `${ORIGIN}/en/events/12/tickets`,
    `${ORIGIN}/en/sales/12`,
    `${ORIGIN}/en/promoter`,
    "javascript:alert(1)",
  ])
    assert.equal(embeddablePage(address, ORIGIN), undefined, address);
  assert.ok(embeddablePage(`${ORIGIN}/en/events/12/`, ORIGIN), "the control");
});
