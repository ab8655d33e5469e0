import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { test } from "node:test";
import { countOpened, sendOpened } from "#lib/catalogue/opened/opened-pages.ts";
import { createReservation, releaseAll } from "#lib/ticketing/reservations.ts";
import { putOnSale, send, wanted } from "./put-on-sale.ts";

/** Every sign of 16 bits, in texts that a field cuts within their last sign. */
const TEXTS = Array.from(
  { length: 0x1_0000 / 64 },
  (_, at) =>
    `${Array.from({ length: 64 }, (_, sign) => `${String.fromCharCode(at * 64 + sign)}😀`).join("")}${"x".repeat(7)}😀`,
);

test("whatever text a page view has, those beside it are counted, and its visitor can reserve", async () => {
  const onSale = await putOnSale("The Poisoned Link", [{ name: "Adult" }]);
  const ref = `link-${randomUUID()}`;
  const path = `/en/events/${onSale.eventId}`;
  const open = (fields: Readonly<Record<string, string>>) =>
    assert.ok(countOpened({ path, query: String(new URLSearchParams(fields)) }, Date.now()));
  for (const text of TEXTS) open({ ref, utm_source: text, utm_medium: text });
  open({ ref });
  await sendOpened();
  const account = Number(process.env.TICKETING_ACCOUNT);
  const report = await send("GET", `/account/${account}/sources?event=${onSale.eventId}`);
  const { opened } = Object(report).total;
  assert.equal(opened, TEXTS.length + 1);

  const clickIds = { gclid: "a\u202eb" };
  const asSent = await createReservation(onSale.eventId, wanted(onSale, 1), { source: { ref, clickIds } });
  assert.ok(asSent.ok, "a refused value costs no sale");
  await releaseAll([asSent.reservation.key]);
});
