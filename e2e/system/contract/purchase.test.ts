import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { test } from "node:test";
import { ageReservations, create, putOnSale, send, wanted } from "#e2e/system/contract/put-on-sale.ts";
import { getAdmission, renameHolder, setGuestAnswers } from "#lib/ticketing/admissions.ts";
import { extendCart, getCart, lockCart, payCart, unlockCart } from "#lib/ticketing/carts.ts";
import { quote, setCartCodes } from "#lib/ticketing/codes.ts";
import { getEvent } from "#lib/ticketing/events.ts";
import type { Buyer } from "#lib/ticketing/model/buyer.ts";
import { getOffering } from "#lib/ticketing/offerings.ts";
import { createReservation, getReservation, keepTickets, releaseReservation } from "#lib/ticketing/reservations.ts";
import { changeBuyer, getSale } from "#lib/ticketing/sales.ts";

const UNKNOWN = "ZZZZZZZZZ9";
const NO_EVENT = 900_000_000_000;
const nzd = (minor: number) => ({ minor, currency: "NZD" });
const buyer: Buyer = {
  firstName: "Zoë",
  lastName: "O’Brien-山田",
  email: "zoe@example.com",
  phone: "+64 3 555",
  optIn: true,
};

async function left(eventId: number): Promise<number | undefined> {
  const [item] = (await getOffering(eventId))?.groups[0]?.pages[0]?.items ?? [];
  return item?.kind === "TICKET" ? item.ticketType.available : undefined;
}

test("reserves, replaces, extends, locks, unlocks and releases, and reads each back", async () => {
  const onSale = await putOnSale("Reserved", [{ name: "Adult" }]);
  const first = await createReservation(onSale.eventId, wanted(onSale, 2));
  assert.ok(first.ok);
  const { cartId, key } = first.reservation;
  const changed = await createReservation(onSale.eventId, wanted(onSale, 3), { cartId, replaces: [key] });
  assert.ok(changed.ok);
  assert.equal(await getReservation(key), undefined);
  assert.equal(await left(onSale.eventId), 17);

  await ageReservations(onSale.eventId, 60);
  const before = (await getCart(cartId))?.secondsLeft ?? 0;
  const extension = await extendCart(cartId);
  assert.ok(extension.ok && extension.secondsLeft > before, JSON.stringify({ before, extension }));

  assert.deepEqual(await lockCart(cartId, buyer, "en"), { ok: true });
  assert.deepEqual((await getSale(changed.reservation.key))?.buyer, buyer);
  const locked = await getCart(cartId);
  assert.deepEqual([locked?.total, locked?.sales.map(({ status }) => status)], [nzd(14250), ["LOCKED"]]);
  assert.deepEqual(await unlockCart(cartId), { ok: true });
  const [ticketTypeId = 0] = onSale.ticketTypeIds;
  const again = await createReservation(onSale.eventId, wanted(onSale, 1), { cartId, replaces: [key] });
  assert.equal(!again.ok && again.refusal, "reservation_expired");
  assert.equal(await keepTickets(changed.reservation.key, [{ ticketTypeId, quantity: 2 }]), "kept");
  assert.equal(await left(onSale.eventId), 18);
  assert.equal(await keepTickets(key, [{ ticketTypeId, quantity: 1 }]), "reservation_expired");
  await releaseReservation(changed.reservation.key);
  assert.equal(await getReservation(changed.reservation.key), undefined);
  assert.equal(await left(onSale.eventId), 20);
});

test("refuses more than is left with the ticket type and the number left, and what does not exist", async () => {
  const onSale = await putOnSale("Nearly Sold Out", [{ name: "Adult" }], { capacity: 2 });
  const [ticketTypeId = 0] = onSale.ticketTypeIds;
  const shortages = [{ ticketTypeId, refusal: "not_enough", left: 2 }];
  const tooMany = await createReservation(onSale.eventId, wanted(onSale, 3));
  assert.deepEqual(tooMany, { ok: false, refusal: "not_enough", shortages });
  for (const [eventId, type] of [
    [onSale.eventId, NO_EVENT],
    [NO_EVENT, ticketTypeId],
  ] as const) {
    const outcome = await createReservation(eventId, [{ ticketTypeId: type, quantity: 1 }]);
    assert.equal(!outcome.ok && outcome.refusal, "no_longer_on_sale");
  }
  const ended = { ok: false, refusal: "reservation_expired" };
  for (const cartId of [UNKNOWN, "../account/1", ""]) {
    assert.equal(await getCart(cartId), undefined);
    assert.equal(await getReservation(cartId), undefined);
    for (const outcome of [await lockCart(cartId, buyer, "en"), await unlockCart(cartId), await extendCart(cartId)])
      assert.deepEqual(outcome, ended);
  }
});

test("prices a cart by its codes, and again when they change; a quote takes nothing", async () => {
  const onSale = await putOnSale("Coded", [{ name: "Adult" }]);
  const code = `TEN-${onSale.eventId}`;
  const rule = { name: "Ten off", kind: "PER_TICKET", percentage: 10, codeRequired: true, events: [onSale.eventId] };
  const discount = await create("/discount/", rule);
  await send("PUT", `/discount/${discount}/enable/true`, {});
  await create("/code/", { text: code, kind: "DISCOUNT", discount });

  assert.deepEqual((await quote(onSale.eventId, wanted(onSale, 2)))?.total, nzd(9500));
  const outcome = await createReservation(onSale.eventId, wanted(onSale, 2), { code: `${code} NONE-SUCH` });
  assert.ok(outcome.ok);
  const { cartId, codes, total } = outcome.reservation;
  assert.deepEqual(total, nzd(8550));
  assert.deepEqual(
    codes.map(({ code, result }) => [code, result]),
    [
      [code, "APPLIED"],
      ["NONE-SUCH", "UNKNOWN"],
    ],
  );
  assert.deepEqual(await setCartCodes(cartId, ""), { ok: true, codes: [] });
  assert.deepEqual((await getCart(cartId))?.total, nzd(9500));
  assert.deepEqual(await setCartCodes(UNKNOWN, code), { ok: false, refusal: "reservation_expired" });
});

test("asks the event's questions and for its conditions, and reads refusals by field; another sale's key changes nothing", async () => {
  const onSale = await putOnSale("Questions", [{ name: "Adult", price: 0, fee: 0 }]);
  const { eventId, ticketTypeIds } = onSale;
  const question = { event: eventId, label: "?", metadata: { required: true } };
  await send("POST", "/additionalField/", { ...question, name: "Team", inputType: "SELECT", values: ["Red", "Blue"] });
  const ofGuest = { inputType: "TEXT", fieldType: "NAME", askedOf: "GUEST" };
  await send("POST", "/additionalField/", { ...question, name: "NAME", ...ofGuest });
  const termsUrl = "https://promoter.example/conditions/2027";
  await send("PUT", `/event/${eventId}`, { externalTermsUrl: termsUrl, termsRequired: true });
  const event = await getEvent(eventId);
  assert.deepEqual(
    [event?.fields[0]?.choices, event?.guestFields[0]?.kind, event?.termsUrl],
    [["Red", "Blue"], "name", termsUrl],
  );

  const reserved = await createReservation(eventId, wanted(onSale, 2));
  assert.ok(reserved.ok);
  const { cartId, key } = reserved.reservation;
  const guests = [{ ticketTypeId: ticketTypeIds[0] ?? 0, answers: { NAME: "Kiri Rangi" } }];
  const acceptedTerms = [termsUrl];
  const problem = async (answers: Readonly<Record<string, string>>, terms: readonly string[]) => {
    const outcome = await lockCart(cartId, buyer, "en", { answers, guests, acceptedTerms: terms });
    return outcome.ok || outcome.refusal !== "details_refused" ? outcome : outcome.problems;
  };
  assert.deepEqual(await problem({ Team: "Green" }, acceptedTerms), [{ name: "Team", problem: "not_accepted" }]);
  assert.deepEqual(await problem({ Team: "Red" }, []), [{ name: "acceptedTerms", problem: "missing" }]);
  assert.deepEqual(await problem({ Team: "Red" }, acceptedTerms), { ok: true });
  const locked = await getSale(key);
  assert.deepEqual([locked?.answers.Team, locked?.guests[0], locked?.termsUrl], ["Red", guests[0], termsUrl]);

  assert.partialDeepStrictEqual(await payCart(cartId, nzd(0), [], randomUUID()), { ok: true });
  const [first = 0, second = 0] = (await getSale(key))?.admissionIds ?? [];
  assert.deepEqual((await getAdmission(key, first))?.guestName, "Kiri Rangi");
  assert.equal((await getAdmission(key, second))?.status, "PENDING_GUEST_DETAILS");
  const missing = { ok: false, refusal: "wrong", problems: [{ name: "NAME", problem: "missing" }] };
  assert.deepEqual(await setGuestAnswers(key, second, {}), missing);
  assert.deepEqual(await setGuestAnswers(key, second, { NAME: "Tama" }), { ok: true });
  assert.deepEqual(await changeBuyer(key, "king@example.com", "en"), { ok: true });
  const changed = (await getSale(key))?.buyer;
  assert.deepEqual(changed, { ...buyer, email: "king@example.com" });

  const closed = { ok: false, refusal: "closed" };
  assert.equal(await getAdmission(UNKNOWN, second), undefined);
  assert.deepEqual(await setGuestAnswers(UNKNOWN, second, { NAME: "Ana" }), closed);
  assert.deepEqual(await renameHolder(UNKNOWN, second, "Ana"), closed);
  assert.equal((await changeBuyer(UNKNOWN, buyer.email, "en")).ok, false);
});
