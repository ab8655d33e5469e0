import assert from "node:assert/strict";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import * as fixture from "#e2e/tools/fixture-service.ts";
import { makePassAuthority, PASS_TYPE } from "#e2e/tools/pass-authority.ts";
import { passesIn, readPass } from "#e2e/tools/read-pass.ts";
import { applySettings } from "#e2e/tools/storefront-settings.ts";
import { foundLinkEnd, sealFoundLink, sealGuestLink, sealSaleLink } from "#lib/session/links/links.ts";
import { revokeLinks } from "#lib/session/revocations.ts";
import { appleSigner } from "#lib/wallet/apple-signer.ts";
import { passFile } from "#lib/wallet/current-pass.ts";
import { walletTicketsOf } from "#lib/wallet/wallet-tickets.ts";
import { DELETE, POST } from "./v1/devices/[device]/registrations/[passType]/[serial]/route.ts";
import { GET as list } from "./v1/devices/[device]/registrations/[passType]/route.ts";
import { GET as present } from "./v1/passes/[passType]/[serial]/route.ts";

const service = await fixture.startFixtureService();
const data = await mkdtemp(join(tmpdir(), "foyer-wallet-"));
const authority = makePassAuthority();
after(() => Promise.all([service.close(), rm(data, { recursive: true }), rm(authority.folder, { recursive: true })]));
applySettings({ ...authority.settings, TICKETING_URL: service.url, TICKETING_CA: service.ca, FOYER_DATA: data });

const price = { amount: 45, currency: "AUD" };
const event = { id: 1, name: "Hamlet" };
const DEVICE = "a-phone";
const pushToken = "ab".repeat(32);

/** A sale of two tickets, as the service returns it with some changes. */
function sells(changes: { readonly startDate?: string; readonly status?: string; readonly saleStatus?: string } = {}) {
  const { startDate = "2099-12-04T19:30:00.000+13:00", status = "CONFIRMED", saleStatus = "ON_SALE" } = changes;
  const sale = {
    key: "HAMLET0001",
    status: "CONFIRMED",
    event,
    totalPrice: price,
    reference: "K7M2Q9",
    admissions: [{ id: 31 }, { id: 32 }],
  };
  const eventDate = { id: 8, name: "Opening night", startDate, endDate: null, saleStatus, event };
  const venue = { id: 5, name: "Shed 6", address: { city: "Wellington" }, timeZone: "Pacific/Auckland" };
  const ticket = { lastName: "Lovelace", holder: "Ada Lovelace", ticketType: { id: 4, name: "Adult" }, event, price };
  const found: Readonly<Record<string, object>> = {
    "/v2/payment/HAMLET0001": sale,
    "/v2/eventDate/8": eventDate,
    "/v2/event/1/detailed": { ...event, venue, saleStatus: "ON_SALE" },
  };
  service.behave((response, request) => {
    const id = Number(/^\/v2\/admission\/(\d+)/.exec(request.path)?.[1]);
    const admission = { ...ticket, id, uuid: `1b4e28ba-0000-4000-8000-0000000000${id}`, qrType: "B", eventDate, venue };
    const body = id ? { ...admission, reservationStatus: id === 31 ? status : "CONFIRMED" } : found[request.path];
    fixture.answers(body ?? {}, body ? 200 : 404)(response, request);
  });
}

const context = <T extends object>(params: T) => ({ params: Promise.resolve(params) });
/** Returns the order's passes, and what a phone keeps of each. */
async function saved(link?: string) {
  const [signer, found] = [await appleSigner(), await walletTicketsOf(link ?? (await sealSaleLink(["HAMLET0001"])))];
  const [first, ...others] = found?.tickets ?? [];
  if (signer === undefined || found === undefined || first === undefined) return [];
  const endsAtMs = link === undefined ? undefined : await foundLinkEnd(link);
  const file = await passFile([first, ...others], { locale: "en", isForGuest: found.isForGuest, endsAtMs }, signer);
  const passes = file.type === "application/vnd.apple.pkpasses" ? passesIn(file.bytes) : [file.bytes];
  return passes.map((pass) => {
    const { json } = readPass(pass, authority.rootFile);
    return { json, serial: json.serialNumber, token: json.authenticationToken ?? "" };
  });
}

const bearing = (token: string, init: RequestInit = {}) =>
  new Request("http://localhost:4000/", { ...init, headers: { Authorization: `ApplePass ${token}` } });
const register = (serial: string, token: string, body = JSON.stringify({ pushToken })) =>
  POST(bearing(token, { method: "POST", body }), context({ device: DEVICE, passType: PASS_TYPE, serial }));
const pass = (serial: string, token: string, passType = PASS_TYPE) =>
  present(bearing(token), context({ passType, serial }));
const updates = (since = "", device = DEVICE) =>
  list(
    new Request(`http://localhost:4000/${since && `?passesUpdatedSince=${since}`}`),
    context({ device, passType: PASS_TYPE }),
  );

test("P19: a guest's link gives the guest's ticket alone, without the buyer's name and order", async () => {
  sells();
  const [only, ...others] = await saved(await sealGuestLink("HAMLET0001", 32));
  assert.equal(others.length, 0);
  assert.match(only?.json.barcodes?.[0]?.message ?? "", /32$/);
  assert.doesNotMatch(JSON.stringify(only?.json.eventTicket), /Lovelace|K7M2Q9/);
});

test("a phone registers, asks for changes, and gets the moved date and then the refund under the same serial", async () => {
  sells();
  const [first, second] = await saved();
  assert.ok(first && second);
  assert.equal((await register(first.serial, first.token)).status, 201);
  assert.equal((await register(first.serial, first.token)).status, 200);
  assert.equal((await register(second.serial, second.token)).status, 201);
  const all = await (await updates()).json();
  assert.deepEqual(all.serialNumbers.toSorted(), [first.serial, second.serial].toSorted());
  assert.equal((await updates(all.lastUpdated)).status, 204);

  sells({ startDate: "2099-12-05T20:00:00.000+13:00" });
  const moved = await (await updates(all.lastUpdated)).json();
  assert.equal(moved.serialNumbers.length, 2);
  const answer = await pass(first.serial, first.token);
  assert.equal(answer.headers.get("content-type"), "application/vnd.apple.pkpass");
  assert.match(answer.headers.get("cache-control") ?? "", /no-store/);
  const { json } = readPass(new Uint8Array(await answer.arrayBuffer()), authority.rootFile);
  assert.deepEqual([json.serialNumber, json.relevantDate], [first.serial, "2099-12-05T07:00:00.000Z"]);

  sells({ startDate: "2099-12-05T20:00:00.000+13:00", status: "REFUNDED" });
  const refunded = await (await updates(moved.lastUpdated)).json();
  assert.deepEqual(refunded.serialNumbers, [first.serial]);
  const last = readPass(
    new Uint8Array(await (await pass(first.serial, first.token)).arrayBuffer()),
    authority.rootFile,
  );
  assert.deepEqual([last.json.voided, last.json.barcodes], [true, undefined]);

  const removal = bearing(first.token, { method: "DELETE" });
  await DELETE(removal, context({ device: DEVICE, passType: PASS_TYPE, serial: first.serial }));
  assert.deepEqual((await (await updates()).json()).serialNumbers, [second.serial]);
});

test("P19: a pass is given for its own token alone", async () => {
  sells();
  const [first, second] = await saved();
  assert.ok(first && second);
  for (const token of [second.token, "", "x", `${first.token.slice(0, -4)}AAAA`, await sealSaleLink(["HAMLET0001"])]) {
    assert.equal((await pass(first.serial, token)).status, 401, token);
    assert.equal((await register(first.serial, token)).status, 401, token);
  }
  assert.equal((await pass(first.serial, first.token, "pass.example.other")).status, 404);
  assert.equal((await register(first.serial, first.token, "not JSON")).status, 400);
  assert.equal((await updates("", "another-phone")).status, 204);
});

test("P26: the updates of a pass from a link that lasts a day end with it, also those of a renewed pass", async ({
  mock,
}) => {
  sells();
  const nowMs = Date.now();
  const [found] = await saved(await sealFoundLink(["HAMLET0001"]));
  const [lasting] = await saved();
  assert.ok(found && lasting);
  const renewed = readPass(
    new Uint8Array(await (await pass(found.serial, found.token)).arrayBuffer()),
    authority.rootFile,
  );
  mock.timers.enable({ apis: ["Date"], now: nowMs + 25 * 60 * 60 * 1000 });
  for (const token of [found.token, renewed.json.authenticationToken ?? ""])
    assert.equal((await pass(found.serial, token)).status, 401);
  assert.equal((await pass(lasting.serial, lasting.token)).status, 200);
});

test("P26: a new order link ends the updates of passes that were saved before", async () => {
  sells();
  const [first] = await saved();
  assert.ok(first);
  await register(first.serial, first.token);
  await revokeLinks(["HAMLET0001"], Date.now() + 1);
  assert.equal((await pass(first.serial, first.token)).status, 401);
  assert.equal((await updates()).status, 204);
});
