import assert from "node:assert/strict";
import { test } from "node:test";
import { orderFile, privateFile } from "#app/[locale]/(shop)/sales/[link]/private-file.ts";
import { directionOf } from "#lib/i18n/languages.ts";
import { routing } from "#lib/i18n/routing.ts";
import { wordsOf } from "#lib/i18n/words-of.ts";
import { TicketingFault } from "#lib/ticketing/client/fault.ts";
import en from "#messages/en.json" with { type: "json" };

const PATH = "http://localhost/en/sales/a/pdf";

async function answerOf(fileOf: Parameters<typeof orderFile>[0], locale = "en") {
  return orderFile(fileOf)(new Request(PATH), { params: Promise.resolve({ locale, link: "a" }) });
}

for (const locale of routing.locales)
  test(`P35: ${locale}: a file of an order says in words that the order cannot be shown, and nothing about money`, async () => {
    const answer = await answerOf(() => Promise.reject(new TicketingFault("getSale got no answer.")), locale);
    const { status, headers } = answer;
    assert.deepEqual([status, headers.get("retry-after"), headers.get("cache-control")], [503, "10", "no-store"]);
    assert.deepEqual(
      [headers.get("content-type"), headers.get("content-disposition")],
      ["text/html; charset=utf-8", null],
    );
    const html = await answer.text();
    const { order, retry } = wordsOf(locale).Errors;
    assert.ok(html.includes(`<html lang="${locale}" dir="${directionOf(locale)}">`));
    for (const text of [`<title>${order.title}</title>`, `>${order.title}</h1>`, `>${order.text}</p>`, `>${retry}</a>`])
      assert.ok(html.includes(text.replaceAll("'", "&#x27;")), text);
  });

test("an order's address says that what cannot be shown is not changed by it", () => {
  const { title, text } = en.Errors.order;
  assert.equal(
    `${title}. ${text}`,
    "We can’t show this order right now. Your order hasn’t changed. Try again in a minute.",
  );
});

test("a file is sent as it is, a link without one is not found, and another fault is thrown", async () => {
  const file = await answerOf(async () => privateFile("%PDF", { type: "application/pdf", name: "tickets.pdf" }));
  assert.deepEqual([file.status, await file.text()], [200, "%PDF"]);
  assert.equal((await answerOf(async () => undefined)).status, 404);
  await assert.rejects(
    answerOf(() => Promise.reject(new Error("a bug"))),
    /a bug/,
  );
});
