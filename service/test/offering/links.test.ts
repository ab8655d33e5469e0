import assert from "node:assert/strict";
import test from "node:test";
import { type Answered, type Ask, at, make, openShop } from "#test/test-app.ts";

const { db, accountId, shop, promoter, stranger, addUser, putOn, close } = await openShop();
test.after(close);
const reports = await addUser("reports", ["REPORTS"]);
const theirs = Number(at(await stranger("GET", "/user/login"), "account", "id"));

type Link = { readonly id: number; readonly ref: string; readonly name: string; readonly code: string | null };

const add = (body: object, ask: Ask = promoter, account = accountId) => ask("POST", `/account/${account}/links`, body);
const list = async (query = "", ask: Ask = promoter) => {
  const answered = await ask("GET", `/account/${accountId}/links?${query}`);
  assert.equal(answered.status, 200, JSON.stringify(answered.body));
  return { links: at(answered, "links") as readonly Link[], total: Number(answered.headers["x-total-count"]) };
};
const refsOf = async (query: string) => (await list(query)).links.map(({ ref }) => ref);

/** Returns "fine", or status, path and reason of the first error row. */
function outcome(answered: Answered): string {
  if (answered.status === 200) return "fine";
  return [answered.status, at(answered, "errors", 0, "path"), at(answered, "errors", 0, "reason")].join(" ");
}

test.beforeEach(() => db.query("DELETE FROM link"));

test("a link has a ref, what it opens and a code, and its ref never changes", async () => {
  const { event } = await putOn();
  const group = await make(promoter, "/eventGroup", { name: "Season", events: [event] });
  const made = await add({ name: "Street team", kind: "LINK", opens: { event }, code: "STREET" });
  const { id, ref } = Object(made.body);
  assert.equal(ref, "street-team");
  const { body } = await promoter("GET", `/link/${id}`);
  const { created, ...link } = Object(body);
  assert.deepEqual(link, {
    id,
    version: 1,
    ref: "street-team",
    name: "Street team",
    kind: "LINK",
    opens: { event: { id: event, name: "The Tempest", link: `/v2/event/${event}` } },
    code: "STREET",
    ended: null,
    partner: null,
  });
  assert.ok(Date.parse(created) <= Date.now());
  const ofGroup = Object((await add({ name: "Season", ref: "S.2027_a", kind: "EMBED", opens: { group } })).body);
  assert.equal(ofGroup.ref, "S.2027_a");
  assert.deepEqual(at(await promoter("GET", `/link/${ofGroup.id}`), "opens"), {
    group: { id: group, name: "Season", link: `/v2/eventGroup/${group}` },
  });
  const { id: poster } = Object((await add({ name: "Street team", kind: "POSTER" })).body);
  assert.partialDeepStrictEqual((await promoter("GET", `/link/${poster}`)).body, { ref: "street-team-2", opens: null });
  assert.equal(outcome(await promoter("PUT", `/link/${id}`, { ref: "other" })), "400 ref unknown_field");
  assert.equal(outcome(await promoter("PUT", `/link/${id}`, { name: "Team", code: null })), "fine");
  assert.partialDeepStrictEqual((await promoter("GET", `/link/${id}`)).body, { name: "Team", code: null, ref });
});

test("refuses a ref that does not fit or that another link has, whatever the case", async () => {
  assert.equal(outcome(await add({ name: "One", ref: "Street", kind: "LINK" })), "fine");
  for (const [body, expected] of [
    [{ ref: "sTREET" }, "400 ref ref_is_taken"],
    [{ ref: "-street" }, "400 ref wrong_format"],
    [{ ref: "a b" }, "400 ref wrong_format"],
    [{ ref: "" }, "400 ref wrong_format"],
    [{ ref: "a".repeat(61) }, "400 ref wrong_format"],
    [{ ref: "a".repeat(60) }, "fine"],
    [{ name: " " }, "400 name too_short"],
    [{ kind: "BANNER" }, "400 kind not_a_choice"],
    [{ code: "A B" }, "400 code wrong_format"],
  ] as const)
    assert.equal(outcome(await add({ name: "Two", kind: "LINK", ...body })), expected, JSON.stringify(body));
  const twice = await Promise.all(["x", "X"].map((ref) => add({ name: "Same", ref, kind: "LINK" })));
  assert.deepEqual(twice.map(outcome).toSorted(), ["400 ref ref_is_taken", "fine"]);
  assert.equal(outcome(await add({ name: "Theirs", ref: "street", kind: "LINK" }, stranger, theirs)), "fine");
});

test("opens nothing of another account, and no other account reads or changes a link", async () => {
  const { event } = await putOn();
  const group = await make(promoter, "/eventGroup", { name: "Season", events: [] });
  for (const [opens, path] of [
    [{ event }, "opens.event"],
    [{ group }, "opens.group"],
  ] as const) {
    assert.equal(
      outcome(await add({ name: "Ours", kind: "LINK", opens }, stranger, theirs)),
      `404 ${path} no_such_thing`,
    );
    assert.equal(outcome(await add({ name: "Ours", kind: "LINK", opens })), "fine", "the control");
  }
  assert.equal((await add({ name: "Both", kind: "LINK", opens: { event, group } })).status, 400);
  const { id } = Object((await add({ name: "Ours", kind: "LINK" })).body);
  for (const [method, path] of [
    ["GET", `/link/${id}`],
    ["PUT", `/link/${id}`],
    ["POST", `/link/${id}/partner`],
    ["DELETE", `/link/${id}/partner`],
  ] as const)
    assert.equal((await stranger(method, path, method === "POST" ? { revenue: true } : undefined)).status, 404, path);
  assert.equal((await shop("GET", `/account/${accountId}/links`)).status, 403);
  assert.equal((await list("", reports)).total, 3);
});

test("an ended link can be taken back, and is ended once", async () => {
  const { id } = Object((await add({ name: "Team", kind: "LINK" })).body);
  await add({ name: "Poster", kind: "POSTER" });
  const endedOf = async () => at(await promoter("GET", `/link/${id}`), "ended");
  assert.equal(outcome(await promoter("PUT", `/link/${id}`, { ended: true })), "fine");
  const ended = await endedOf();
  assert.ok(Date.parse(String(ended)) <= Date.now());
  assert.equal(outcome(await promoter("PUT", `/link/${id}`, { ended: true, version: 2 })), "fine");
  assert.deepEqual(
    [await endedOf(), await refsOf("state=ended"), await refsOf("state=live")],
    [ended, ["team"], ["poster"]],
  );
  assert.equal(outcome(await promoter("PUT", `/link/${id}`, { ended: false })), "fine");
  assert.deepEqual([await endedOf(), await refsOf("state=live")], [null, ["poster", "team"]]);
  const { version } = Object((await promoter("GET", `/link/${id}`)).body);
  assert.equal(version, 3);
  assert.equal(
    outcome(await promoter("PUT", `/link/${id}`, { name: "Mine", version: 1 })),
    "409 version changed_meanwhile",
  );
});

test("the list has pages, words and an order", async () => {
  for (const name of ["Élan radio", "Bars and cafés", "Zine", "100% radio"]) await add({ name, kind: "LINK" });
  assert.deepEqual(await refsOf(""), ["100-radio", "zine", "bars-and-cafes", "elan-radio"]);
  assert.deepEqual(await refsOf("sort=name"), ["100-radio", "bars-and-cafes", "elan-radio", "zine"]);
  assert.deepEqual(await refsOf("sort=-name&pageSize=1&page=2"), ["elan-radio"]);
  assert.deepEqual(await refsOf("q=ELAN"), ["elan-radio"]);
  assert.deepEqual(await refsOf("q=radio+100%25"), ["100-radio"]);
  assert.deepEqual(await refsOf("q=bars-and"), ["bars-and-cafes"]);
  assert.equal((await list("pageSize=1")).total, 4);
});

test("the code of a link is for managers", async () => {
  await add({ name: "Team", kind: "LINK", code: "SECRETCODE" });
  const codesOf = async (ask: Ask) => (await list("", ask)).links.map(({ code }) => code);
  assert.deepEqual(await codesOf(reports), [null]);
  assert.deepEqual(await codesOf(promoter), ["SECRETCODE"], "the control");
});

test("an account has at most 500 links that have not ended", async () => {
  await db.query(
    `INSERT INTO link (account_id, ref, name, kind) SELECT $1, 'r' || n, 'Link ' || n, 'LINK' FROM generate_series(1, 499) AS n`,
    [accountId],
  );
  const both = await Promise.all(["One", "Two"].map((name) => add({ name, kind: "LINK" })));
  assert.deepEqual(both.map(outcome).toSorted(), ["400  too_many_links", "fine"]);
  assert.equal((await list()).links.length, 500);
  const [first] = (await list("sort=name&pageSize=1")).links;
  assert.equal(outcome(await promoter("PUT", `/link/${first?.id}`, { ended: true })), "fine");
  assert.equal(outcome(await add({ name: "Three", kind: "LINK" })), "fine");
  assert.equal(outcome(await promoter("PUT", `/link/${first?.id}`, { ended: false })), "400 ended too_many_links");
  assert.equal(outcome(await promoter("PUT", `/link/${first?.id}`, { name: "Renamed" })), "fine");
});

test("the log has what changed of a link, and neither its code nor the partner's key", async () => {
  const { id } = Object((await add({ name: "Team", kind: "LINK", code: "SECRETCODE" })).body);
  await promoter("PUT", `/link/${id}`, { name: "Street team", code: "OTHERSECRET" });
  const { key } = Object((await promoter("POST", `/link/${id}/partner`, { revenue: true })).body);
  await promoter("DELETE", `/link/${id}/partner`);
  // Reads and refused calls of others are written within a second.
  const user = at(await promoter("GET", "/user/login"), "id");
  const log = await promoter(
    "GET",
    `/account/${accountId}/auditLog?user=${user}&what=CATALOGUE&reads=false&pageSize=4`,
  );
  const what = { id, name: "Street team", link: `/v2/link/${id}` };
  assert.partialDeepStrictEqual(at(log, "entries"), [
    { call: `DELETE /link/${id}/partner`, what, before: { partner: true }, after: { partner: false } },
    { call: `POST /link/${id}/partner`, what, after: { partner: true, partnerRevenue: true } },
    { call: `PUT /link/${id}`, what, before: { name: "Team", code: "changed" }, after: { code: "changed" } },
    { call: `POST /account/${accountId}/links`, what: { id, name: "Team" }, before: null },
  ]);
  const text = JSON.stringify([log.body, await db.query("SELECT * FROM change_entry")]);
  for (const secret of ["SECRETCODE", "OTHERSECRET", key]) assert.equal(text.includes(secret), false, secret);
});
