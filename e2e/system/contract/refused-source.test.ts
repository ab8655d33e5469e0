import assert from "node:assert/strict";
import { after, test } from "node:test";
import { applySettings, settingsInFrontOf } from "#e2e/tools/storefront-settings.ts";
import { tryToReserve } from "#lib/cart/reserving/try-to-reserve.ts";
import { createReservation, releaseAll } from "#lib/ticketing/reservations.ts";
import { startOtherService } from "#service/conformance/other-service/service.ts";

const service = await startOtherService({ plain: true });
after(service.close);
applySettings(settingsInFrontOf(service));

const { id: eventId, dates } = service.putOnSale({ name: "Once", ticketTypes: [{ name: "Stalls", price: "10.00" }] });
const typeId = dates[0]?.ticketTypes[0]?.id ?? 0;
const left = () => service.placesLeft(typeId) ?? Number.NaN;
const source = {
  ref: "dj-kim",
  utm: { source: "poster" },
  embed: "longlight.example",
  clickIds: { gclid: "g1", fbclid: "f1" },
};

test("a service that refuses what it does not know sells to everybody who comes by a link, an embed or an advertisement", async () => {
  let refused = 0;
  service.breakBy({
    reads: (call) => {
      if (!("source" in call.body)) return call;
      refused += 1;
      return { ...call, body: {} };
    },
  });
  const before = left();
  for (let buyer = 1; buyer <= 3; buyer += 1) {
    const wanted = [{ ticketTypeId: typeId, quantity: 2 }];
    const outcome = await tryToReserve(eventId, wanted, { source }, { network: undefined, isProven: true });
    assert.ok(typeof outcome !== "string" && outcome.ok, `buyer ${buyer}`);
    assert.equal(left(), before - 2, "reserved once");
    await releaseAll([outcome.reservation.key]);
  }
  assert.equal(refused, 1, "the others did not pay the second call");
});

test("the control: the same service refuses tickets that it cannot read, with the source and without it", async () => {
  const outcome = await createReservation(eventId, [{ ticketTypeId: 999_999, quantity: 1 }], { source });
  assert.equal(outcome.ok, false);
});
