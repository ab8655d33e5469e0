import assert from "node:assert/strict";
import { test } from "node:test";
import { getOffering } from "#lib/ticketing/offerings.ts";
import { createReservation, releaseReservation } from "#lib/ticketing/reservations.ts";
import { getWaitingEntry, getWaitingList, joinWaitingList, leaveWaitingList } from "#lib/ticketing/waiting-list.ts";
import { putOnSale, wanted } from "#test/contract/put-on-sale.ts";

const MESSAGES = { address: "https://elsewhere.example/api/messages", token: "sealed" };

test("reads a waiting list, and joins it only when the event is sold out", async () => {
  const onSale = await putOnSale("Sold out for a contract", [{ name: "Adult", maximumAllocation: 2 }]);
  const waitingFor = { eventId: onSale.eventId };
  const joining = { email: "ada@example.com", quantity: 2, language: "en", messages: MESSAGES };
  assert.equal((await getWaitingList(onSale.eventId))?.open, false);

  const reserved = await createReservation(onSale.eventId, wanted(onSale, 2));
  assert.ok(reserved.ok, JSON.stringify(reserved));
  const list = await getWaitingList(onSale.eventId);
  assert.deepEqual([list?.open, list?.waiting, list?.offerSeconds], [true, 0, 1800]);
  assert.equal((await getOffering(onSale.eventId))?.groups[0]?.hasWaitingList, true);
  // The operator of this service has not allowed the address of the renderer.
  assert.deepEqual(await joinWaitingList(waitingFor, joining), { ok: false, refusal: "not_on_sale" });
  await releaseReservation(reserved.reservation.key);
});

test("an entry that does not exist, or whose key cannot be one, is missing", async () => {
  assert.equal(await getWaitingEntry("AAAAAAAAAA"), undefined);
  assert.equal(await getWaitingEntry("../event/1"), undefined);
  assert.equal(await leaveWaitingList("AAAAAAAAAA"), false);
});

test("an offer that has ended refuses the reservation", async () => {
  const onSale = await putOnSale("No offer", [{ name: "Adult" }]);
  const outcome = await createReservation(onSale.eventId, wanted(onSale, 1), { waitingListOffer: "AAAAAAAAAA" });
  assert.ok(!outcome.ok && outcome.refusal === "reservation_expired");
});
