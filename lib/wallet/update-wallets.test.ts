import assert from "node:assert/strict";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, beforeEach, test } from "node:test";
import { importSPKI, jwtVerify } from "jose";
import * as fixture from "#e2e/tools/fixture-service.ts";
import { GOOGLE_ISSUER, makePassAuthority } from "#e2e/tools/pass-authority.ts";
import { applySettings } from "#e2e/tools/storefront-settings.ts";
import { serialOf } from "#lib/wallet/wallet-ticket.ts";
import { updateWallets } from "./update-wallets.ts";

const service = await fixture.startFixtureService();
const data = await mkdtemp(join(tmpdir(), "foyer-wallet-"));
const authority = makePassAuthority();
const { GOOGLE_WALLET_ISSUER = "", GOOGLE_WALLET_KEY_FILE = "" } = authority.settings;
applySettings({
  GOOGLE_WALLET_ISSUER,
  GOOGLE_WALLET_KEY_FILE,
  FOYER_DATA: data,
  TICKETING_URL: service.url,
  TICKETING_CA: service.ca,
});

type Call = { readonly method: string; readonly path: string; readonly body: Record<string, unknown> };
/** The answers of Google's REST interface, by method and path. Anything else does not exist. */
const answers = new Map<string, { readonly status?: number; readonly body?: object }>();
const calls: Call[] = [];
const assertions: string[] = [];
let failures = 0;
const google = createServer(async (request, response) => {
  const text = (await request.toArray()).join("");
  const { method = "", url = "", headers } = request;
  const answer = (status: number, body: object = {}) => response.writeHead(status).end(JSON.stringify(body));
  if (url === "/token") {
    const form = new URLSearchParams(text);
    assert.equal(form.get("grant_type"), "urn:ietf:params:oauth:grant-type:jwt-bearer");
    assertions.push(form.get("assertion") ?? "");
    return answer(200, { access_token: "granted", expires_in: 3600 });
  }
  if (headers.authorization !== "Bearer granted") return answer(401);
  if (failures > 0) {
    failures -= 1;
    return answer(503);
  }
  const path = url.replace("/walletobjects/v1/", "");
  if (method !== "GET") calls.push({ method, path, body: JSON.parse(text) });
  const { status = 200, body } = answers.get(`${method} ${path}`) ?? { status: method === "GET" ? 404 : 200 };
  return answer(status, body);
}).listen(0, "127.0.0.1");
await once(google, "listening");
const origin = `http://127.0.0.1:${(google.address() as AddressInfo).port}`;
const addresses = { token: `${origin}/token`, api: `${origin}/walletobjects/v1/` };
after(async () => {
  google.close();
  google.closeAllConnections();
  await Promise.all([service.close(), rm(data, { recursive: true }), rm(authority.folder, { recursive: true })]);
});

const SALE = "HAMLET0001";
const [first = "", second = ""] = [31, 32].map((id) => `${GOOGLE_ISSUER}.${serialOf(SALE, id)}`);
const OLD_CLASS = `${GOOGLE_ISSUER}.date-8-0123456789ab`;
const MOVED = "2099-12-05T20:00:00.000+13:00";

beforeEach(() => {
  answers.clear();
  calls.length = 0;
  failures = 0;
  sells({});
});

test("a moved date changes the class of the saved tickets, and their objects", async () => {
  answers.set(`GET eventTicketObject/${first}`, { body: { classId: OLD_CLASS } });
  await updateWallets([SALE], "en", { addresses, retriesMs: [] });

  const [assertion = ""] = assertions;
  const key = await importSPKI(authority.googlePublicKey, "RS256");
  const { payload } = await jwtVerify(assertion, key, { audience: addresses.token, algorithms: ["RS256"] });
  assert.equal(payload.scope, "https://www.googleapis.com/auth/wallet_object.issuer");
  assert.equal(payload.iss, "tickets@wallet-test.iam.gserviceaccount.com");
  assert.equal((payload.exp ?? 0) - (payload.iat ?? 0), 3600);

  assert.deepEqual(
    calls.map(({ method, path }) => `${method} ${path}`),
    [`PATCH eventTicketClass/${OLD_CLASS}`, `PATCH eventTicketObject/${first}`],
    "the second ticket was not saved",
  );
  const [date, object] = calls;
  assert.deepEqual(date?.body.dateTime, { start: "2099-12-05T20:00:00+13:00" });
  assert.deepEqual(
    [date?.body.reviewStatus, date?.body.notifyPreference, date?.body.id],
    ["UNDER_REVIEW", "NOTIFY_ON_UPDATE", undefined],
  );
  assert.deepEqual(object?.body, {
    seatInfo: null,
    state: "ACTIVE",
    ticketType: { defaultValue: { language: "en", value: "Adult" } },
    barcode: { type: "QR_CODE", value: "1b4e28ba-0000-4000-8000-000000000031", alternateText: "1B4E 28BA" },
  });
});

test("P19: an update has no name and no reference, since a guest may have saved the ticket", async () => {
  answers.set(`GET eventTicketObject/${first}`, { body: { classId: OLD_CLASS } });
  await updateWallets([SALE], "en", { addresses, retriesMs: [] });
  assert.equal(calls.length, 2);
  assert.doesNotMatch(JSON.stringify(calls), /Lovelace|K7M2Q9/);
});

test("a class that has the new time is not changed again, in whichever language it was saved", async () => {
  answers.set(`GET eventTicketObject/${first}`, { body: { classId: OLD_CLASS } });
  await updateWallets([SALE], "de", { addresses, retriesMs: [] });
  const { body: classReference } = calls[0] ?? assert.fail();
  calls.length = 0;
  for (const id of [first, second])
    answers.set(`GET eventTicketObject/${id}`, { body: { classId: OLD_CLASS, classReference } });
  await updateWallets([SALE], "en", { addresses, retriesMs: [] });
  assert.deepEqual(
    calls.map(({ path }) => path),
    [`eventTicketObject/${first}`, `eventTicketObject/${second}`],
  );
});

test("a refunded ticket is inactive and loses its code", async () => {
  sells({ status: "REFUNDED" });
  answers.set(`GET eventTicketObject/${first}`, { body: { classId: OLD_CLASS } });
  await updateWallets([SALE], "en", { addresses, retriesMs: [] });
  const { body } = calls.at(-1) ?? assert.fail();
  assert.deepEqual([body.state, body.barcode], ["INACTIVE", null]);
});

test("a ticket that the buyer moved to another date gets that date's class, and the old class stays", async () => {
  answers.set(`GET eventTicketObject/${first}`, { body: { classId: `${GOOGLE_ISSUER}.date-7-0123456789ab` } });
  answers.set("POST eventTicketClass", { status: 409 });
  await updateWallets([SALE], "en", { addresses, retriesMs: [] });
  const [created, object] = calls;
  assert.match(String(created?.body.id), new RegExp(`^${GOOGLE_ISSUER}\\.date-8-[0-9a-f]{12}$`));
  assert.equal(object?.body.classId, created?.body.id);
  assert.equal(calls.length, 2);
});

test("keeps the token, retries after a failure of Google, and does not throw the last one", async () => {
  answers.set(`GET eventTicketObject/${first}`, { body: { classId: OLD_CLASS } });
  failures = 2;
  const granted = assertions.length;
  await updateWallets([SALE], "en", { addresses, retriesMs: [1, 1] });
  assert.equal(calls.at(-1)?.path, `eventTicketObject/${first}`);
  assert.equal(assertions.length, granted);
  calls.length = 0;
  failures = 3;
  await updateWallets([SALE], "en", { addresses, retriesMs: [1, 1] });
  assert.deepEqual([calls, failures], [[], 0]);
});

/** The service has one sale of two tickets, whose date is moved. */
function sells({ status = "CONFIRMED" }: { readonly status?: string }) {
  const price = { amount: 45, currency: "AUD" };
  const event = { id: 1, name: "Hamlet" };
  const sale = {
    key: SALE,
    status: "CONFIRMED",
    event,
    totalPrice: price,
    reference: "K7M2Q9",
    admissions: [{ id: 31 }, { id: 32 }],
  };
  const eventDate = { id: 8, name: "Opening night", startDate: MOVED, endDate: null, saleStatus: "ON_SALE", event };
  const venue = { id: 5, name: "Shed 6", address: { city: "Wellington" }, timeZone: "Pacific/Auckland" };
  const ticket = { lastName: "Lovelace", holder: "Ada Lovelace", ticketType: { id: 4, name: "Adult" }, event, price };
  const found: Readonly<Record<string, object>> = {
    [`/v2/payment/${SALE}`]: sale,
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
