import assert from "node:assert/strict";
import test from "node:test";
import { LIMITS } from "#src/platform/runtime.ts";
import { removeClickIds } from "#src/reservations/store/sources.ts";
import { expireReservations, forgetReservations } from "#src/reservations/use-cases/release.ts";
import { testRuntime } from "#test/runtime.ts";
import { at, BUYER, CARD } from "#test/test-app.ts";
import { figuresOf, inShort, openSources } from "./source-story.ts";

const { db, accountId, shop, promoter, stranger, addUser, putOn, reserve, addLink, reserveFrom, sell, report, close } =
  await openSources();
test.after(close);
const office = await addUser("office", ["ORDERS"]);

const DAY_SECONDS = 24 * 60 * 60;
const UTM = { source: "newsletter", medium: "email", campaign: "opening", term: "jazz" };

test("a sale is in the first row that fits its source", async () => {
  const on = await putOn();
  await addLink("street-team", "Street team", { kind: "POSTER" });
  await addLink("last-year", "Last year", { ended: true });
  const cases = [
    [{ ref: "street-team", embed: "longlight.example", utm: UTM }, "LINK", "street-team"],
    [{ ref: "Last-Year" }, "LINK", "last-year"],
    [{ ref: "invented", embed: "longlight.example" }, "REF", "invented"],
    [{ embed: "longlight.example:8443", utm: UTM }, "EMBED", "longlight.example:8443"],
    [{ utm: UTM }, "CAMPAIGN", { source: "newsletter", medium: "email", campaign: "opening" }],
    [{ utm: { source: "blog" } }, "CAMPAIGN", { source: "blog" }],
    [{ utm: { term: "jazz" } }, "DIRECT", null],
    [{ ref: "", clickIds: { gclid: "x" } }, "DIRECT", null],
  ] as const;
  for (const [source] of cases) await sell(on, source);
  await sell(on, { ref: "street-team" }, 2, promoter);

  const { rows, total, currency } = await report(`?event=${on.event}`);
  const one = [0, 1, 1, 1, 45];
  const expected = [
    ...cases.slice(0, -2).map(([, kind, name]) => [kind, name, ...one]),
    ["DIRECT", null, 0, 2, 2, 2, 90],
    ["BOX_OFFICE", null, 0, 2, 1, 2, 90],
  ];
  const byText = (a: unknown, b: unknown) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1);
  assert.deepEqual(rows.map(inShort).toSorted(byText), expected.toSorted(byText));
  assert.partialDeepStrictEqual(rows.find(({ ref }) => ref === "street-team")?.link, {
    name: "Street team",
    kind: "POSTER",
  });
  assert.equal(rows[0]?.tickets, 2, "the most tickets first");
  assert.deepEqual(figuresOf(total), [0, 10, 9, 10, 450]);
  assert.equal(currency, "NZD");
});

test("a sale is of the box office by its reservation, whatever its user may do, then or later", async () => {
  const on = await putOn();
  const reserveAs = async (ask: typeof shop, more: object) => {
    const answered = await reserve(ask, on, 1, { source: { ref: "both" }, ...more });
    assert.equal(at(answered, "successful"), true, JSON.stringify(answered.body));
    return String(at(answered, "key"));
  };
  const rows = async () => (await report(`?event=${on.event}`)).rows.map(({ kind, reserved }) => [kind, reserved]);
  await reserveAs(promoter, {});
  assert.deepEqual(await rows(), [["REF", 1]]);
  const sold = await reserveAs(promoter, { boxOffice: true });
  assert.deepEqual((await rows()).toSorted(), [
    ["BOX_OFFICE", 1],
    ["REF", 1],
  ]);
  assert.deepEqual(at(await promoter("GET", `/payment/${sold}`), "source"), { ref: "both" });

  // From before sales had the mark.
  await db.query(`UPDATE sale SET source = source - 'boxOffice' WHERE key = $1`, [sold]);
  assert.deepEqual(await rows(), [["REF", 2]], "a user who may sell online too");
  const cashier = await addUser("cashier", ["BOX_OFFICE"]);
  const ofCashier = await reserveAs(cashier, { boxOffice: true });
  await db.query(`UPDATE sale SET source = source - 'boxOffice' WHERE key = $1`, [ofCashier]);
  assert.deepEqual((await rows()).toSorted(), [
    ["BOX_OFFICE", 1],
    ["REF", 2],
  ]);
});

test("each event of an order counts for its own link, and what is refunded no longer", async () => {
  const [first, second] = [await putOn(), await putOn()];
  await addLink("first");
  await addLink("second");
  const begun = await reserve(shop, first, 2, { source: { ref: "first" } });
  const [cart, key] = [String(at(begun, "multiSaleKey")), String(at(begun, "key"))];
  await reserve(shop, second, 1, { source: { ref: "second" }, multiOrderKey: cart });
  await shop("POST", `/cart/${cart}/lock`, BUYER);
  const paid = await shop("POST", `/cart/${cart}/payment`, { amount: 142.5, creditCard: CARD });
  assert.equal(at(paid, "type"), "SUCCESS", JSON.stringify(paid.body));
  const rowsOf = async (event: number) => (await report(`?event=${event}`)).rows.map(inShort);
  assert.deepEqual(await rowsOf(first.event), [["LINK", "first", 0, 2, 1, 2, 90]]);
  assert.deepEqual(await rowsOf(second.event), [["LINK", "second", 0, 1, 1, 1, 45]]);

  const sale = await promoter("GET", `/payment/${key}`);
  await promoter("POST", `/admission/${at(sale, "admissions", 0, "id")}/refund`, { fee: "returned" });
  assert.deepEqual(await rowsOf(first.event), [["LINK", "first", 0, 2, 1, 1, 45]]);
});

test("counts the sales that were reserved from a moment on and before another", async () => {
  const on = await putOn();
  const moments = ["2030-01-01T00:00:00Z", "2030-01-02T00:00:00Z", "2030-01-03T00:00:00Z"];
  for (const moment of moments) {
    const key = await sell(on, { ref: `at ${moment.slice(0, 10)}` });
    await db.query(`UPDATE sale SET created_at = $2 WHERE key = $1`, [key, moment]);
  }
  const { rows } = await report(`?event=${on.event}&from=${moments[0]}&to=${moments[2]}`);
  assert.deepEqual(rows.map(({ ref }) => ref).toSorted(), ["at 2030-01-01", "at 2030-01-02"]);
  assert.equal((await report(`?from=${moments[2]}`)).total.orders, 1);
});

test("an expired reservation counts as reserved, also once it is deleted, and one that was given back does not", async () => {
  const on = await putOn();
  const late = await reserveFrom(on, { ref: "late", clickIds: { gclid: "x" } }, 3);
  const live = await reserveFrom(on, { ref: "late" }, 2);
  await shop("DELETE", `/reservation/${await reserveFrom(on, { ref: "late" }, 1)}`);
  const runtime = testRuntime(db);
  await db.query(`UPDATE sale SET expires_at = now() - make_interval(secs => $2) WHERE key = $1`, [
    late,
    LIMITS.abandonedKeepSeconds + DAY_SECONDS,
  ]);
  const rows = async () => (await report(`?event=${on.event}`)).rows.map(inShort);
  const expected = [["REF", "late", 0, 5, 0, 0, 0]];
  await expireReservations(runtime);
  assert.deepEqual(await rows(), expected);
  await db.query(`UPDATE sale SET created_at = now() - interval '40 days' WHERE key = $1`, [late]);
  await forgetReservations(runtime);
  assert.deepEqual(await db.query(`SELECT FROM sale WHERE key = $1`, [late]), []);
  assert.deepEqual(await rows(), expected);
  const month = new Date(Date.now() - 30 * DAY_SECONDS * 1_000).toISOString();
  assert.deepEqual((await report(`?event=${on.event}&from=${month}`)).rows.map(inShort), [
    ["REF", "late", 0, 2, 0, 0, 0],
  ]);
  await shop("DELETE", `/reservation/${live}`);
});

test("the names with the most tickets have rows, and the others are together", async () => {
  const on = await putOn();
  await sell(on, { ref: "sells three" }, 3);
  await sell(on, { embed: "sells one" });
  await sell(on, { ref: "sells one" });
  await db.query(
    `INSERT INTO source_opened (account_id, hour, event_id, source, count)
     SELECT $1, date_trunc('hour', now()), $2, jsonb_build_object('ref', 'name ' || number), 1 + number
       FROM generate_series(1, 200) AS number`,
    [accountId, on.event],
  );
  const { rows, total } = await report(`?event=${on.event}`);
  assert.equal(rows.length, 201);
  assert.deepEqual(rows.slice(0, 3).map(inShort), [
    ["REF", "sells three", 0, 3, 1, 3, 135],
    ["EMBED", "sells one", 0, 1, 1, 1, 45],
    ["REF", "sells one", 0, 1, 1, 1, 45],
  ]);
  // The three names that were opened least: 2, 3 and 4 times.
  assert.deepEqual(rows.filter(({ kind }) => kind === "OTHER").map(inShort), [["OTHER", null, 9, 0, 0, 0, 0]]);
  assert.deepEqual(figuresOf(total), [(200 * 203) / 2, 5, 3, 5, 225]);
});

test("revenue is of the account's currency, or of that of the event", async () => {
  const on = await putOn();
  await sell(on, { ref: "abroad" });
  await db.query(`UPDATE event SET currency = 'JPY' WHERE id = $1`, [on.event]);
  await db.query(`UPDATE sale SET currency = 'JPY' WHERE event_id = $1`, [on.event]);
  const ofAll = (await report()).rows.find(({ ref }) => ref === "abroad");
  assert.deepEqual([ofAll?.tickets, ofAll?.revenue], [1, 0]);
  const ofEvent = await report(`?event=${on.event}`);
  assert.deepEqual([ofEvent.currency, ofEvent.total.revenue], ["JPY", 4_500]);
});

test("another account's event is not found, and its links name no sale here", async () => {
  const on = await putOn();
  const theirs = Number(at(await stranger("GET", "/user/login"), "account", "id"));
  await db.query(`INSERT INTO link (account_id, ref, name, kind) VALUES ($1, 'theirs', 'Theirs', 'LINK')`, [theirs]);
  const key = await sell(on, { ref: "theirs" });
  assert.deepEqual((await report(`?event=${on.event}`)).rows.map(inShort), [["REF", "theirs", 0, 1, 1, 1, 45]]);
  assert.equal(at(await promoter("GET", `/payment/${key}`), "source", "link"), undefined);
  const answered = await stranger("GET", `/account/${theirs}/sources?event=${on.event}`);
  assert.deepEqual([answered.status, at(answered, "errors", 0, "path")], [404, "event"]);
  assert.deepEqual(at(await stranger("GET", `/account/${theirs}/sources`), "rows"), []);
});

test("the source of a sale is for the office, and its click ids for managers, for 90 days", async () => {
  const on = await putOn();
  const link = await addLink("radio", "The radio");
  const source = { ref: "RADIO", utm: UTM, embed: "radio.example" };
  const clickIds = { gclid: "one", fbclid: "two" };
  const key = await sell(on, { ...source, clickIds });
  const seenBy = async (ask: typeof shop) => at(await ask("GET", `/payment/${key}`), "source");
  const named = { ...source, link: { id: link, name: "The radio", link: `/v2/link/${link}` } };
  assert.deepEqual(await seenBy(promoter), { ...named, clickIds });
  assert.deepEqual(await seenBy(office), named);
  assert.equal(await seenBy(shop), undefined);
  const without = await sell(on, {});
  assert.equal(at(await promoter("GET", `/payment/${without}`), "source"), null);

  const keepSeconds = LIMITS.clickIdKeepSeconds;
  assert.equal(keepSeconds, 90 * DAY_SECONDS);
  const reservedBefore = (seconds: number) =>
    db.query(`UPDATE sale SET created_at = now() - make_interval(secs => $2) WHERE key = $1`, [key, seconds]);
  await reservedBefore(keepSeconds - 60);
  await removeClickIds(db, keepSeconds);
  assert.deepEqual(await seenBy(promoter), { ...named, clickIds }, "the control: kept until then");
  await reservedBefore(keepSeconds + 60);
  await removeClickIds(db, keepSeconds);
  assert.deepEqual(await seenBy(promoter), named);
});

test("refuses a source with unknown click ids, or with texts that are too long", async () => {
  const on = await putOn();
  for (const [source, path] of [
    [{ clickIds: { clid: "x" } }, "source.clickIds.clid"],
    [{ clickIds: { gclid: "x".repeat(201) } }, "source.clickIds.gclid"],
    [{ embed: "x".repeat(201) }, "source.embed"],
    [{ visitor: "Ada" }, "source.visitor"],
  ] as const) {
    const answered = await reserve(shop, on, 1, { source });
    assert.deepEqual([answered.status, at(answered, "errors", 0, "path")], [400, path]);
  }
});
