import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { test } from "node:test";
import type { Buyer } from "#lib/domain/people/buyer.ts";
import {
  canMailGuest,
  getAdmission,
  mailGuestTicket,
  renameHolder,
  setGuestAnswers,
} from "#lib/ticketing/admissions.ts";
import { lockCart, payCart, unlockCart } from "#lib/ticketing/carts.ts";
import { getEvent } from "#lib/ticketing/events.ts";
import { createReservation } from "#lib/ticketing/reservations.ts";
import { changeBuyer, getSale } from "#lib/ticketing/sales.ts";
import { putOnSale, send, wanted } from "#test/contract/put-on-sale.ts";

const buyer: Buyer = { firstName: "Ada", lastName: "Lovelace", email: "ada@example.com", optIn: false };

async function addQuestion(event: number, name: string, more: object = {}): Promise<void> {
  await send("POST", "/additionalField/", { event, name, label: `${name}?`, metadata: { required: true }, ...more });
}

test("reads questions, sends answers with the lock and after the sale, and reads refusals by field", async () => {
  const onSale = await putOnSale("Questions", [{ name: "Adult", price: 0, fee: 0 }]);
  const { eventId, ticketTypeIds } = onSale;
  await addQuestion(eventId, "Team", { inputType: "SELECT", values: ["Red", "Blue"] });
  await addQuestion(eventId, "NAME", { inputType: "TEXT", fieldType: "NAME", askedOf: "GUEST" });
  const event = await getEvent(eventId);
  assert.deepEqual(
    event?.fields.map(({ name, input, choices, required }) => [name, input, choices, required]),
    [["Team", "choice", ["Red", "Blue"], true]],
  );
  assert.deepEqual(
    event.guestFields.map(({ name, kind }) => [name, kind]),
    [["NAME", "name"]],
  );

  const reserved = await createReservation(eventId, wanted(onSale, 2));
  assert.ok(reserved.ok);
  const { cartId, key } = reserved.reservation;
  const ticketTypeId = ticketTypeIds[0] ?? 0;
  const wrong = await lockCart(cartId, buyer, "en", { answers: { Team: "Green" } });
  assert.deepEqual(wrong, { ok: false, refusal: "details_refused", problems: [{ name: "Team", problem: "unfit" }] });
  const guests = [{ ticketTypeId, answers: { NAME: "Kiri Rangi" } }];
  assert.deepEqual(await lockCart(cartId, buyer, "en", { answers: { Team: "Red" }, guests }), { ok: true });
  const locked = await getSale(key);
  assert.equal(locked?.answers.Team, "Red");
  assert.deepEqual(locked.guests[0], guests[0]);

  const free = { minor: 0, currency: "NZD" };
  assert.deepEqual(await payCart(cartId, free, [], randomUUID()), { ok: true });
  const [first = 0, second = 0] = (await getSale(key))?.admissionIds ?? [];
  const [named, unnamed] = [await getAdmission(key, first), await getAdmission(key, second)];
  assert.deepEqual([named?.status, named?.holder, named?.guestName], ["CONFIRMED", "Kiri Rangi", "Kiri Rangi"]);
  assert.deepEqual(
    [unnamed?.status, unnamed?.holder, unnamed?.guestName],
    ["PENDING_GUEST_DETAILS", "Ada Lovelace", ""],
  );

  const missing = { ok: false, refusal: "wrong", problems: [{ name: "NAME", problem: "missing" }] };
  assert.deepEqual(await setGuestAnswers(key, second, {}), missing);
  assert.deepEqual(await setGuestAnswers(key, second, { NAME: "Tama" }), { ok: true });
  assert.deepEqual((await getAdmission(key, second))?.answers, { NAME: "Tama" });
  assert.equal(await getAdmission("ZZZZZZZZZ9", second), undefined, "another sale's key");
  assert.deepEqual(await setGuestAnswers("ZZZZZZZZZ9", second, { NAME: "Ana" }), { ok: false, refusal: "closed" });
  assert.deepEqual(await setGuestAnswers(key, 999_999_999, { NAME: "Tama" }), { ok: false, refusal: "closed" });

  const closed = { ok: false, refusal: "closed" };
  assert.deepEqual(await renameHolder(key, second, "Ana"), closed, "the name is an answer");
  assert.deepEqual(await renameHolder("ZZZZZZZZZ9", second, "Ana"), closed, "another sale's key");

  const mailTo = (email: string, saleKey = key) => mailGuestTicket(saleKey, second, { email, language: "en" });
  assert.deepEqual(await mailTo("grace@example.com"), closed, "the lock named no storefront");
  assert.deepEqual(await mailTo("grace@example.com", "ZZZZZZZZZ9"), closed, "another sale's key");
  assert.deepEqual(await mailTo("grace@example.com, eve@example.com"), { ok: false, refusal: "wrong" });
  assert.equal(canMailGuest(), true);

  assert.deepEqual(await changeBuyer(key, { ...buyer, lastName: "King" }, "en"), { ok: true });
  const changed = await getSale(key);
  assert.deepEqual([changed?.buyer?.lastName, changed?.answers.Team], ["King", "Red"]);
  const refused = await changeBuyer(key, buyer, "en", { Team: "Green" });
  assert.deepEqual(refused, { ok: false, refusal: "wrong", problems: [{ name: "Team", problem: "unfit" }] });
  assert.equal((await changeBuyer("ZZZZZZZZZ9", buyer, "en")).ok, false);
});

test("sends accepted conditions with the lock, reads them back, and keeps them after unlocking", async () => {
  const onSale = await putOnSale("Conditions", [{ name: "Adult" }]);
  const { eventId } = onSale;
  const termsUrl = "https://promoter.example/conditions/2027";
  await send("PUT", `/event/${eventId}`, { externalTermsUrl: termsUrl, termsRequired: true });
  assert.equal((await getEvent(eventId))?.termsUrl, termsUrl);

  const reserved = await createReservation(eventId, wanted(onSale, 1));
  assert.ok(reserved.ok);
  const { cartId, key } = reserved.reservation;
  const problems = [{ name: "acceptedTerms", problem: "missing" }];
  assert.deepEqual(await lockCart(cartId, buyer, "en"), { ok: false, refusal: "details_refused", problems });
  assert.deepEqual(await lockCart(cartId, buyer, "en", { acceptedTerms: [termsUrl] }), { ok: true });
  assert.equal((await getSale(key))?.termsUrl, termsUrl);
  await unlockCart(cartId);
  assert.deepEqual(await lockCart(cartId, buyer, "en"), { ok: true });
});
