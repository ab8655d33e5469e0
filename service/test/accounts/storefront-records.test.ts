import assert from "node:assert/strict";
import test from "node:test";
import { forgetRecords } from "#src/accounts/use-cases/storefront-records.ts";
import { testRuntime } from "#test/runtime.ts";
import { type Ask, at, openShop } from "#test/test-app.ts";

const { db, shop, addUser, close } = await openShop();
test.after(close);

const nameOf = (digit: string, kind = "links") => `${kind}.${digit.repeat(64)}`;

type Put = { readonly content: string; readonly replaces?: string; readonly keptSeconds?: number };

/** Puts one record and returns the content that stands. */
async function put(name: string, record: Put, ask: Ask = shop): Promise<unknown> {
  const answered = await ask("PUT", "/storefrontRecords", { records: [{ name, ...record }] });
  assert.equal(answered.status, 200, JSON.stringify(answered.body));
  return at(answered, "records", 0, "content");
}

const read = async (names: readonly string[], ask: Ask = shop) =>
  at(await ask("GET", `/storefrontRecords?names=${names.join("%2C")}`), "records");

/** Moves the end of every record that has one back. */
const later = (seconds: number) =>
  db.query("UPDATE storefront_record SET expires_at = expires_at - make_interval(secs => $1)", [seconds]);

test("the first record of a name stands, until one replaces its very content", async () => {
  const name = nameOf("a");
  assert.equal(await put(name, { content: "1" }), "1");
  assert.equal(await put(name, { content: "2" }), "1");
  assert.equal(await put(name, { content: "2", replaces: "3" }), "1");
  assert.equal(await put(name, { content: "2", replaces: "1" }), "2");
  assert.equal(await put(name, { content: "2", replaces: "1" }), "2", "a repeated request");
  assert.deepEqual(await read([name, nameOf("b")]), [{ name, content: "2" }]);
});

test("of a hundred concurrent puts of one name exactly one is written, with one name or several", async () => {
  const names = [nameOf("1"), nameOf("2"), nameOf("3")];
  const puts = Array.from({ length: 100 }, async (_, at) => {
    const records = (at % 2 === 0 ? names : names.toReversed()).map((name) => ({ name, content: `${at}` }));
    return { own: `${at}`, answered: await shop("PUT", "/storefrontRecords", { records }) };
  });
  const stands = (await Promise.all(puts)).map(({ own, answered }) => {
    const records = at(answered, "records") as readonly { readonly name: string; readonly content: string }[];
    return names.map((name) => records.find((one) => one.name === name)?.content === own);
  });
  for (const [which] of names.entries()) assert.equal(stands.filter((mine) => mine[which]).length, 1);
});

test("a record ends when its time has passed, and is deleted; one without an end stays", async () => {
  const [short, good] = [nameOf("d", "proof"), nameOf("e")];
  await put(short, { content: "mine", keptSeconds: 600 });
  await put(good, { content: "1795790402000" });
  await later(599);
  assert.equal(await put(short, { content: "yours", keptSeconds: 600 }), "mine");
  await later(2);
  assert.deepEqual(await read([short, good]), [{ name: good, content: "1795790402000" }]);
  assert.equal(await put(short, { content: "yours", keptSeconds: 600 }), "yours");
  await later(601);
  await forgetRecords(testRuntime(db));
  const left = await db.query<{ name: string }>("SELECT name FROM storefront_record WHERE name = ANY ($1)", [
    [short, good],
  ]);
  assert.deepEqual(left, [{ name: good }]);
});

test("records of one account are none of another's", async () => {
  const name = nameOf("f");
  await put(name, { content: "1" });
  const theirs = await addUser("elsewhere", ["PUBLIC"]);
  await db.query("UPDATE account_user SET account_id = (SELECT max(id) FROM account) WHERE username = 'elsewhere'");
  assert.deepEqual(await read([name], theirs), []);
  assert.equal(await put(name, { content: "2" }, theirs), "2");
  assert.deepEqual(await read([name]), [{ name, content: "1" }]);
});

test("refuses other names, too many, the same one twice, and what is too long", async () => {
  const many = Array.from({ length: 81 }, (_, at) => `links.${at.toString(16).padStart(64, "0")}`);
  for (const names of ["", "links", nameOf("A"), `${nameOf("a")},`, many.join(",")])
    assert.equal((await shop("GET", `/storefrontRecords?names=${names}`)).status, 400, names.slice(0, 80));
  const one = { name: nameOf("a"), content: "1" };
  for (const records of [
    [],
    [one, one],
    [{ ...one, content: "" }],
    [{ ...one, content: "x".repeat(32_001), keptSeconds: 60 }],
    [{ ...one, keptSeconds: 0 }],
    many.map((name) => ({ name, content: "1" })),
  ])
    assert.equal((await shop("PUT", "/storefrontRecords", { records })).status, 400);
});

test("keeps for good nothing but the time at which links or devices were ended", async () => {
  const time = "1795790402000";
  for (const [name, content, status] of [
    [nameOf("7"), time, 200],
    [nameOf("7", "devices"), time, 200],
    [nameOf("7", "proof"), time, 400],
    [nameOf("7", "other-links"), time, 400],
    [nameOf("8"), "x", 400],
    [nameOf("8"), `${time}x`, 400],
    [nameOf("8"), "1".repeat(21), 400],
  ] as const) {
    const records = [{ name, content }];
    assert.equal((await shop("PUT", "/storefrontRecords", { records })).status, status, `${name} ${content}`);
    const kept = records.map((one) => ({ ...one, keptSeconds: 60 }));
    assert.equal((await shop("PUT", "/storefrontRecords", { records: kept })).status, 200, "the control");
  }
});
