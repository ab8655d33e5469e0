import assert from "node:assert/strict";
import { after, test } from "node:test";
import { openGuestLink, sealGuestLink } from "#lib/session/links/guest-link.ts";
import { sealSaleLink } from "#lib/session/links/sale-link.ts";
import * as fixture from "#test/tools/fixture-service.ts";
import { applySettings } from "#test/tools/storefront-settings.ts";
import { ticketOfLink } from "./ticket-of-link.ts";

const service = await fixture.startFixtureService();
after(() => service.close());
applySettings({ TICKETING_URL: service.url, TICKETING_CA: service.ca });

const OURS = 31;
const THEIRS = 32;
const price = { amount: 45, currency: "AUD" };

/** Two sales with a ticket each; the service's user may read both. */
function sells(status = "CONFIRMED"): void {
  const event = { id: 1, name: "Hamlet" };
  const sale = (key: string, id: number) => ({ key, status, event, totalPrice: price, admissions: [{ id }] });
  const found: Readonly<Record<string, object>> = {
    "/v2/payment/OURSALE001": sale("OURSALE001", OURS),
    "/v2/payment/THEIRSALE1": sale("THEIRSALE1", THEIRS),
  };
  service.behave((response, request) => {
    const id = Number(/^\/v2\/admission\/(\d+)/.exec(request.path)?.[1]);
    const ticket = { id, lastName: "Lovelace", ticketType: { id: 4, name: "Adult" }, price, fee: price };
    const body = id ? { ...ticket, reservationStatus: "CONFIRMED", timeAdmitted: null, data: {} } : found[request.path];
    fixture.answers(body ?? {}, body ? 200 : 404)(response, request);
  });
}

test("P19: a link opens the tickets of its own sale only", async () => {
  sells();
  const link = await sealSaleLink(["OURSALE001"]);
  assert.equal((await ticketOfLink(link, OURS))?.admission.id, OURS);
  for (const other of [THEIRS, 33, 0, -31, Number.NaN]) assert.equal(await ticketOfLink(link, other), undefined);
  assert.equal((await ticketOfLink(await sealSaleLink(["OURSALE001", "THEIRSALE1"]), THEIRS))?.saleKey, "THEIRSALE1");
});

test("P19: requests a ticket with the key of its own sale", async () => {
  sells();
  await ticketOfLink(await sealSaleLink(["OURSALE001", "THEIRSALE1"]), THEIRS);
  const keys = service.received
    .filter(({ path }) => path.startsWith("/v2/admission/"))
    .map(({ headers }) => headers["sale-key"]);
  assert.deepEqual(keys, ["THEIRSALE1"]);
});

test("an unpaid sale has no ticket", async () => {
  for (const status of ["PROCESSING", "LOCKED", "UNFULFILLED"]) {
    sells(status);
    assert.equal(await ticketOfLink(await sealSaleLink(["OURSALE001"]), OURS), undefined, status);
  }
});

test("a guest's link opens no sale, and a sale's link opens no guest's ticket", async () => {
  sells();
  const guests = await sealGuestLink("OURSALE001", OURS);
  assert.deepEqual(await openGuestLink(guests), { saleKey: "OURSALE001", admissionId: OURS });
  assert.equal(await ticketOfLink(guests, OURS), undefined);
  assert.equal(await openGuestLink(await sealSaleLink(["OURSALE001"])), undefined);
  for (const nothing of ["", "x.y.z"]) assert.equal(await ticketOfLink(nothing, OURS), undefined);
});
