import assert from "node:assert/strict";
import test from "node:test";
import { listAuditEntries } from "#src/accounts/store/audit-entries.ts";
import { CALLS } from "#src/calls.ts";
import type { Db } from "#src/platform/store/db.ts";
import { type Ask, at, make, openShop } from "#test/test-app.ts";

const { db, accountId, promoter, stranger, addUser, place, close } = await openShop();
test.after(close);
const mere = await addUser("mere", ["MANAGE"]);
const idOf = async (ask: Ask) => Number(at(await ask("GET", "/user/login"), "id"));
const mereId = await idOf(mere);

type Entry = { readonly user: { readonly id: number; readonly name: string }; readonly call: string };
const read = (query: string, ask: Ask = promoter) => ask("GET", `/account/${accountId}/auditLog?${query}`);
const entriesOf = async (query: string) => at(await read(query), "entries") as readonly Entry[];

test("has the entries of one user, or about one subject, or both", async () => {
  const venue = await make(mere, "/venue", { name: "Hall", timeZone: "UTC" });
  await mere("PUT", `/account/${accountId}`, { legalName: "Harbour Limited" });
  await mere("PUT", `/user/${mereId}`, { mobilePhone: "1" });
  await mere("POST", "/user/token", { scopes: [], expiresAt: "2020-01-01T00:00:00Z", name: "Old" });
  await mere("POST", "/order/NOSUCHSALE/refund", {});
  await promoter("PUT", `/venue/${venue}`, { name: "Great hall" });

  const ofMere = await entriesOf(`user=${mereId}`);
  assert.deepEqual(
    ofMere.map(({ call }) => call),
    ["POST /order/{key}/refund", "POST /user/token", `PUT /user/${mereId}`, `PUT /account/${accountId}`, "POST /venue"],
  );
  assert.ok(ofMere.every(({ user }) => user.id === mereId && user.name === "Ada Lovelace"));
  for (const [what, call] of [
    ["ORDERS", "POST /order/{key}/refund"],
    ["SIGN_INS", "POST /user/token"],
    ["USERS", `PUT /user/${mereId}`],
    ["ACCOUNT", `PUT /account/${accountId}`],
    ["CATALOGUE", "POST /venue"],
  ]) {
    const found = await entriesOf(`user=${mereId}&what=${what}`);
    assert.deepEqual(
      found.map((entry) => entry.call),
      [call],
    );
  }
  const [changed] = await entriesOf("what=CATALOGUE");
  assert.deepEqual([changed?.call, changed?.user.id], [`PUT /venue/${venue}`, await idOf(promoter)]);
  assert.deepEqual(await entriesOf(`user=${await idOf(stranger)}`), []);
  assert.equal((await read("what=MONEY")).status, 400);
  assert.equal((await read(`user=${mereId}`, stranger)).status, 404);
});

test("leaves out reads that were answered where they are not asked for, of pages and total too", async () => {
  await db.query(
    `INSERT INTO audit_entry (account_id, user_id, call, status)
     SELECT $1, $2, call, status
       FROM (VALUES ('GET /account/{id}/users', 200), ('GET /account/{id}/users', 403), ('GET /order/{key}/sendEmail', 200),
                    ('PUT /venue/1', 200)) AS made (call, status)`,
    [accountId, mereId],
  );
  const totalOf = async (query: string) => Number((await read(query)).headers["x-total-count"]);
  const callsOf = async (query: string) =>
    (await entriesOf(`user=${mereId}&${query}`)).map(({ call }) => call).toSorted();
  const kept = ["GET /account/{id}/users", "GET /order/{key}/sendEmail", "PUT /venue/1"];
  assert.deepEqual(await callsOf("pageSize=4"), ["GET /account/{id}/users", ...kept]);
  assert.deepEqual(await callsOf("pageSize=3&reads=false"), kept);
  const [all, without] = [await totalOf(`user=${mereId}`), await totalOf(`user=${mereId}&reads=false`)];
  assert.equal(all - without, 1);
  const last = await entriesOf(`user=${mereId}&reads=false&pageSize=1&page=${without}`);
  assert.equal(last.length, 1);
  assert.equal((await read("reads=no")).status, 400);
});

test("has what a call made: its kind, id, name and values, and of a secret none", async () => {
  const last = async () => Object((await entriesOf(`user=${mereId}&pageSize=1`))[0]);
  const { venue, stalls } = place;
  const configuration = await make(mere, "/venueConfiguration", { venue, name: "Half", venueSections: [stalls] });
  assert.partialDeepStrictEqual(await last(), {
    what: { id: configuration, name: "Half", link: `/v2/venueConfiguration/${configuration}` },
    before: null,
    after: { name: "Half", venueSections: [stalls] },
  });
  const tripod = { name: "Ours", quantity: 3, discountType: "AMOUNT", discountAmount: 5, events: [] };
  const multipack = await make(mere, "/multipack", tripod);
  assert.partialDeepStrictEqual(await last(), { what: { link: `/v2/multipack/${multipack}` } });
  const voucher = await make(mere, "/voucher", { amount: 50 });
  const made = await last();
  assert.deepEqual(made.what, { id: voucher, name: String(voucher), link: `/v2/voucher/${voucher}` });
  assert.partialDeepStrictEqual(made.after, { code: "changed", initialMinor: 5_000 });
  const password = "seven green bottles";
  const user = await make(mere, "/user", { username: "aroha", password, capabilities: ["SCAN"] });
  assert.partialDeepStrictEqual(await last(), {
    what: { id: user, name: "aroha", link: `/v2/user/${user}` },
    after: { username: "aroha", passwordHash: "changed", mayScan: true },
  });
  const code = await make(mere, "/code", { text: "Backstage7", kind: "BOOKING" });
  assert.partialDeepStrictEqual(await last(), { what: { id: code, name: String(code) }, after: { text: "changed" } });
  const rows = JSON.stringify(await db.query("SELECT change_entry::text AS text FROM change_entry"));
  const { code: secret } = Object((await promoter("GET", `/voucher/${voucher}`)).body);
  for (const text of [secret, "Backstage7", password]) assert.equal(rows.includes(text), false);
  await mere("POST", "/venue", { name: "No zone", timeZone: "Nowhere" });
  assert.partialDeepStrictEqual(await last(), { status: 400, what: null, after: null });
});

test("has the name and the scopes of a token that was made, and the name of one that was deleted", async () => {
  const last = async () => Object((await entriesOf(`user=${mereId}&what=SIGN_INS&reads=false&pageSize=1`))[0]);
  const expiresAt = new Date(Date.now() + 3_600_000).toISOString();
  await mere("POST", "/user/token", { name: "Browser", expiresAt });
  const session = await last();
  assert.deepEqual([session.what.name, session.before, session.after], ["Browser", null, { name: "Browser" }]);
  const made = await mere("POST", "/user/token", { name: "Export", scopes: ["ORDERS"], expiresAt });
  const [id, secret] = [Number(at(made, "id")), String(at(made, "token"))];
  const entry = await last();
  assert.deepEqual(entry.what, { id, name: "Export", link: `/v2/user/token/${id}` });
  assert.deepEqual(entry.after, { name: "Export", scopes: ["ORDERS"] });
  await mere("DELETE", `/user/token/${id}`);
  assert.partialDeepStrictEqual(await last(), { call: `DELETE /user/token/${id}`, what: { name: "Export" } });
  const rows = JSON.stringify(await db.query("SELECT change_entry::text AS text FROM change_entry"));
  assert.equal(rows.includes(secret), false);
});

/** Returns the plan of the statement that reads a page. */
async function planOf(filter: Parameters<typeof listAuditEntries>[2]): Promise<string> {
  const plans: string[] = [];
  const explaining: Db = {
    ...db,
    query: async (text, values) => {
      const rows = await db.query<{ "QUERY PLAN": string }>(`EXPLAIN ${text}`, values);
      plans.push(rows.map((row) => row["QUERY PLAN"]).join("\n"));
      return [];
    },
  };
  await listAuditEntries(explaining, accountId, filter, { page: 1, pageSize: 50 });
  return plans.join("\n");
}

test("a page of a user or a subject with few entries in a long log is read by an index", async () => {
  await db.query(
    `INSERT INTO audit_entry (account_id, user_id, call, status, first_at, last_at)
     SELECT $1, $2, 'PUT /venue/1', 200, now() - n * interval '1 second', now() - n * interval '1 second'
       FROM generate_series(1, 10000) AS n`,
    [accountId, await idOf(promoter)],
  );
  await db.query("ANALYZE audit_entry");
  for (const [filter, index] of [
    [{ user: mereId }, "audit_entry_of_user"],
    [{ what: "USERS" }, "audit_entry_of_call_subject"],
    [{ user: mereId, what: "USERS" }, "audit_entry_of_"],
  ] as const) {
    const plan = await planOf(filter);
    assert.match(plan, new RegExp(index));
    assert.doesNotMatch(plan, /Seq Scan on audit_entry/, JSON.stringify(filter));
  }
  await db.query(
    `INSERT INTO audit_entry (account_id, user_id, call, status)
     SELECT $1, $2, 'GET /venue/1', 200 FROM generate_series(1, 20000)`,
    [accountId, await idOf(promoter)],
  );
  await db.query("ANALYZE audit_entry");
  assert.match(await planOf({ reads: false }), /audit_entry_of_changes/);
  assert.match(await planOf({}), /Seq Scan on audit_entry|audit_entry_of_account/, "the control: the whole log");
});

test("each call is about one subject", async () => {
  const rows = await db.query<{ call: string; what: string }>(
    `SELECT call, call_subject(call) AS what FROM unnest($1::text[]) AS call`,
    [[...CALLS.map(({ method, path }) => `${method} ${path}`), "SIGN_IN"]],
  );
  const kindsOf = (what: string) => [
    ...new Set(rows.filter((row) => row.what === what).map(({ call }) => call.replace(/^\w+ (\/\w+).*/, "$1"))),
  ];
  const callsOf = (what: string) => rows.filter((row) => row.what === what).map(({ call }) => call);
  assert.deepEqual(kindsOf("ORDERS").toSorted(), [
    "/account",
    "/admission",
    "/cart",
    "/eventDate",
    "/message",
    "/order",
    "/payment",
    "/quote",
    "/refundJob",
    "/refundRequest",
    "/reservation",
    "/voucherReturn",
    "/waitingList",
  ]);
  assert.deepEqual(kindsOf("CATALOGUE").toSorted(), [
    "/account",
    "/additionalField",
    "/changes",
    "/code",
    "/discount",
    "/event",
    "/eventDate",
    "/eventGroup",
    "/festivalDiscount",
    "/link",
    "/masterTicket",
    "/multipack",
    "/offering",
    "/offeringCopy",
    "/partner",
    "/sources",
    "/ticketType",
    "/venue",
    "/venueConfiguration",
    "/venueSection",
    "/voucher",
  ]);
  assert.deepEqual(callsOf("ACCOUNT").toSorted(), [
    "DELETE /site/{id}",
    "GET /account/{id}",
    "GET /account/{id}/auditLog",
    "GET /account/{id}/sites",
    "GET /site/{id}",
    "GET /storefrontRecords",
    "POST /account/{id}/sites",
    "PUT /account/{id}",
    "PUT /site/{id}",
    "PUT /storefrontRecords",
  ]);
  assert.ok(callsOf("SIGN_INS").includes("SIGN_IN"));
  assert.ok(callsOf("USERS").includes("PUT /user/{id}"));
});
