import assert from "node:assert/strict";
import test from "node:test";
import { forgetAuditEntries } from "#src/accounts/use-cases/audit-log.ts";
import { testRuntime } from "#test/runtime.ts";
import { at, BUYER, CARD, make, openShop } from "#test/test-app.ts";

const { db, accountId, shop, promoter, addUser, putOn, place, reserve, close } = await openShop();
test.after(close);
const mere = await addUser("mere", ["MANAGE"]);

/** Returns the newest entry of the log. Those of reads are written later than their call. */
async function lastEntry(): Promise<object> {
  const entries = at(await promoter("GET", `/account/${accountId}/auditLog`), "entries") as readonly { call: string }[];
  return Object(entries.find(({ call }) => !call.startsWith("GET")));
}

async function countChanges(): Promise<number> {
  const [row] = await db.query<{ count: number }>("SELECT count(*) AS count FROM change_entry");
  return row?.count ?? 0;
}

test("the log names what a call changed, and each field before and after", async () => {
  const { venue, stalls, whole } = place;
  const event = await make(promoter, "/event", { name: "Hamlet", venue, venueConfiguration: whole });
  const made = await lastEntry();
  assert.partialDeepStrictEqual(made, {
    call: "POST /event",
    what: { id: event, name: "Hamlet", link: `/v2/event/${event}` },
    before: null,
    after: { name: "Hamlet", venueId: venue, venueConfigurationId: whole },
  });

  await mere("PUT", `/event/${event}`, { name: "Macbeth", tags: ["drama"], description: "" });
  assert.partialDeepStrictEqual(await lastEntry(), {
    user: { username: "mere" },
    what: { id: event, name: "Macbeth", link: `/v2/event/${event}` },
  });
  const { before, after } = Object(await lastEntry());
  assert.deepEqual(
    [before, after],
    [
      { name: "Hamlet", tags: [] },
      { name: "Macbeth", tags: ["drama"] },
    ],
  );

  const other = await make(promoter, "/venueSection", { venue, name: "Foyer", capacity: 5 });
  await mere("PUT", `/venueSection/${other}`, { capacity: 6, overlaps: [stalls] });
  assert.partialDeepStrictEqual(await lastEntry(), {
    what: { name: "Foyer", link: `/v2/venueSection/${other}` },
    before: { capacity: 5, overlaps: [] },
    after: { capacity: 6, overlaps: [stalls] },
  });
  await mere("PUT", `/event/${event}`, { name: "Macbeth" });
  assert.partialDeepStrictEqual(await lastEntry(), { call: `PUT /event/${event}`, what: null }, "nothing changed");
});

test("a switch raises the version and is in the log, and so is each date that a change of its event concerns", async () => {
  const { event, date } = await putOn();
  const { venue, stalls, balcony } = place;
  const version = async (path: string) => Number(at(await promoter("GET", path), "version"));
  const [ofEvent, ofDate] = [await version(`/event/${event}`), await version(`/eventDate/${date}`)];
  await mere("PUT", `/event/${event}/publish/false`);
  assert.equal(await version(`/event/${event}`), ofEvent + 1);
  assert.partialDeepStrictEqual(await lastEntry(), { before: { published: true }, after: { published: false } });

  const sections = { venue, name: "Once more", venueSections: [stalls, balcony] };
  const venueConfiguration = await make(promoter, "/venueConfiguration", sections);
  assert.equal((await mere("PUT", `/event/${event}`, { venueConfiguration })).status, 200);
  assert.partialDeepStrictEqual(await lastEntry(), {
    what: { link: `/v2/event/${event}` },
    after: { venueConfigurationId: venueConfiguration },
  });
  assert.equal(await version(`/event/${event}`), ofEvent + 2);
  assert.equal(await version(`/eventDate/${date}`), ofDate + 1);
});

test("sections that begin or cease to overlap are changed both", async () => {
  const { venue, stalls, balcony } = place;
  const section = await make(promoter, "/venueSection", { venue, name: "Ballroom", capacity: 5 });
  const versions = () =>
    Promise.all(
      [section, stalls, balcony].map(async (id) => at(await promoter("GET", `/venueSection/${id}`), "version")),
    );
  const [one, two, three] = (await versions()).map(Number) as [number, number, number];
  await mere("PUT", `/venueSection/${section}`, { overlaps: [stalls] });
  assert.deepEqual(await versions(), [one + 1, two + 1, three]);
  const seen = { overlaps: [], version: two };
  assert.equal((await promoter("PUT", `/venueSection/${stalls}`, seen)).status, 409, "it saw no overlap");
  await mere("PUT", `/venueSection/${section}`, { overlaps: [balcony] });
  assert.deepEqual(await versions(), [one + 2, two + 2, three + 1]);
  await mere("PUT", `/venueSection/${section}`, { overlaps: [balcony], name: "Ballroom" });
  assert.deepEqual(await versions(), [one + 2, two + 2, three + 1]);
  await make(promoter, "/venueSection", { venue, name: "Alcove", capacity: 5, overlaps: [stalls] });
  assert.deepEqual(await versions(), [one + 2, two + 3, three + 1]);
});

test("the text of a code is in the log as changed, and nowhere by its value", async () => {
  const code = await make(promoter, "/code", { text: "Backstage7", kind: "BOOKING" });
  await mere("PUT", `/code/${code}`, { text: "Understudy8", maximumUses: 3 });
  assert.partialDeepStrictEqual(await lastEntry(), {
    what: { id: code, name: String(code), link: `/v2/code/${code}` },
    before: { text: "changed", folded: "changed", maximumUses: null },
    after: { text: "changed", folded: "changed", maximumUses: 3 },
  });
  const text = JSON.stringify(await db.query("SELECT change_entry::text AS text FROM change_entry"));
  assert.doesNotMatch(text, /backstage|understudy/i);
});

test("a thing without a name is named by the start of its text", async () => {
  const { event } = await putOn();
  const copy = await make(promoter, "/offeringCopy", { event, text: "One" });
  await mere("PUT", `/offeringCopy/${copy}`, { text: "é".repeat(1_000) });
  assert.partialDeepStrictEqual(await lastEntry(), { what: { name: "é".repeat(200) } });
});

test("a password is in the log as changed, and nowhere by its value", async () => {
  const { id } = Object((await mere("GET", "/user/login")).body);
  const password = "cobalt heron drifts";
  assert.equal((await promoter("PUT", `/user/${id}`, { password, lastName: "Hill" })).status, 200);
  assert.partialDeepStrictEqual(await lastEntry(), {
    what: { id, name: "mere", link: `/v2/user/${id}` },
    before: { passwordHash: "changed", lastName: "Lovelace" },
    after: { passwordHash: "changed", lastName: "Hill" },
  });
  const [user] = await db.query<{ hash: string }>("SELECT password_hash AS hash FROM account_user WHERE id = $1", [id]);
  const rows = await db.query<{ text: string }>("SELECT change_entry::text AS text FROM change_entry");
  const text = JSON.stringify(rows);
  assert.ok(text.includes("Hill"));
  for (const secret of [password, user?.hash ?? password]) assert.equal(text.includes(secret), false);
});

test("a change that the log cannot take is not made", async () => {
  const address = `/venue/${place.venue}`;
  const before = await promoter("GET", address);
  await db.query("ALTER TABLE change_entry ADD CONSTRAINT none CHECK (kind <> 'venue') NOT VALID");
  const refused = await promoter("PUT", address, { name: "Lost" });
  assert.equal(refused.status, 500);
  assert.deepEqual((await promoter("GET", address)).body, before.body);
  await db.query("ALTER TABLE change_entry DROP CONSTRAINT none");
  assert.equal((await promoter("PUT", address, { name: "Found" })).status, 200);
  assert.equal(at(await promoter("GET", address), "name"), "Found");
});

test("sales raise no version and are not in the log", async () => {
  const on = await putOn({ maximumAllocation: 2 });
  const code = await make(promoter, "/code", { text: "TWENTY", kind: "BOOKING", maximumUses: 20 });
  await promoter("PUT", `/ticketType/${on.type}`, { codeRequired: true });
  const things = [
    `/event/${on.event}`,
    `/eventDate/${on.date}`,
    `/ticketType/${on.type}`,
    `/venueSection/${place.stalls}`,
    `/code/${code}`,
  ];
  const versions = () => Promise.all(things.map(async (path) => at(await promoter("GET", path), "version")));
  const [before, changes] = [await versions(), await countChanges()];
  const reserved = await reserve(shop, on, 2, { bookingCode: "TWENTY" });
  const cart = at(reserved, "multiSaleKey");
  await shop("POST", `/cart/${cart}/lock`, BUYER);
  const paid = await shop("POST", `/cart/${cart}/payment`, { amount: 95, creditCard: CARD });
  assert.equal(at(paid, "type"), "SUCCESS", JSON.stringify([reserved.body, paid.body]));
  assert.equal(at(await promoter("GET", `/code/${code}`), "uses"), 1);
  assert.deepEqual(await versions(), before);
  assert.equal(await countChanges(), changes);
  await promoter("PUT", `/ticketType/${on.type}`, { closed: true });
  assert.notDeepEqual(await versions(), before);
});

test("what changed is deleted with the entries of the log", async () => {
  const runtime = testRuntime(db);
  const kept = await countChanges();
  const oldest = "(SELECT min(id) FROM change_entry)";
  await db.query(`UPDATE change_entry SET at = at - make_interval(secs => $1) WHERE id = ${oldest}`, [
    runtime.limits.auditKeepSeconds,
  ]);
  await forgetAuditEntries(runtime);
  assert.equal(await countChanges(), kept - 1);
});
