import assert from "node:assert/strict";
import test from "node:test";
import { createApp } from "#src/app.ts";
import { testRuntime } from "#test/runtime.ts";
import { type Answered, type Ask, asking, at, BUYER, make, openShop } from "#test/test-app.ts";

const { db, accountId, shop, promoter, stranger, addUser, place, putOn, reserve, close } = await openShop();
test.after(close);
const orders = await addUser("orders", ["ORDERS"]);
const theirs = Number(at(await stranger("GET", "/user/login"), "account", "id"));

type Site = {
  readonly id: number;
  readonly origin: string;
  readonly returnPrefix: string | null;
  readonly tickets?: number;
};

const sitesOf = async (ask: Ask, account = accountId) =>
  at(await ask("GET", `/account/${account}/sites`), "sites") as readonly Site[];
const originsOf = async (ask: Ask = promoter, account = accountId) =>
  at(await ask("GET", `/account/${account}`), "embedOrigins") as readonly string[];
const add = (body: object, ask: Ask = promoter) => ask("POST", `/account/${accountId}/sites`, body);
const embed = (embedOrigins: readonly string[], ask: Ask = promoter) =>
  ask("PUT", `/account/${accountId}`, { embedOrigins });

/** Returns "fine", or status, path and reason of the first error row. */
function outcome(answered: Answered): string {
  if (answered.status === 200) return "fine";
  return [answered.status, at(answered, "errors", 0, "path"), at(answered, "errors", 0, "reason")].join(" ");
}

test.beforeEach(() => embed([]));

test("a site that was added is one of the account's origins, and no other account's", async () => {
  const id = await make(promoter, `/account/${accountId}/sites`, {
    origin: "https://longlight.example",
    returnPrefix: "/tickets/",
  });
  const { body } = await promoter("GET", `/site/${id}`);
  const { created, ...site } = Object(body);
  const shown = { id, version: 1, origin: "https://longlight.example", returnPrefix: "/tickets/" };
  assert.deepEqual(site, { ...shown, tickets: 0 });
  assert.ok(Date.parse(created) <= Date.now());
  assert.deepEqual(await sitesOf(promoter), [body]);
  assert.deepEqual(await sitesOf(shop), [{ ...shown, created }], "the shop reads no figures");
  assert.deepEqual(await originsOf(), ["https://longlight.example"]);
  assert.deepEqual(await sitesOf(stranger, theirs), []);
  assert.equal((await orders("GET", `/account/${accountId}/sites`)).status, 403);
});

test("the origins of the account are its sites, whichever of the two is written; those that stay keep id and path", async () => {
  const first = await make(promoter, `/account/${accountId}/sites`, { origin: "https://a.example", returnPrefix: "/" });
  assert.equal(outcome(await embed(["https://b.example", "https://a.example", "https://b.example"])), "fine");
  const [a, b, ...others] = await sitesOf(promoter);
  assert.partialDeepStrictEqual([a, b], [{ id: first, returnPrefix: "/" }, { origin: "https://b.example" }]);
  assert.deepEqual(others, []);

  assert.equal(outcome(await promoter("DELETE", `/site/${first}`)), "fine");
  assert.deepEqual(new Set(await originsOf()), new Set(["https://b.example"]));
  assert.equal(outcome(await embed([])), "fine");
  assert.deepEqual(await sitesOf(promoter), []);
  assert.equal((await promoter("GET", `/site/${b?.id}`)).status, 404);

  // As the release before writes it.
  await db.query(`UPDATE account SET embed_origins = '{https://c.example}' WHERE id = $1`, [accountId]);
  assert.partialDeepStrictEqual(await sitesOf(promoter), [{ origin: "https://c.example", returnPrefix: null }]);
});

test("a site that is added or removed raises the version of the account", async () => {
  const { version } = Object((await promoter("GET", `/account/${accountId}`)).body);
  const { id } = Object((await add({ origin: "https://a.example" })).body);
  const stale = await promoter("PUT", `/account/${accountId}`, { embedOrigins: [], version });
  assert.equal(outcome(stale), "409 version changed_meanwhile");
  assert.deepEqual(at(stale, "current", "embedOrigins"), ["https://a.example"]);
  assert.equal(outcome(await promoter("PUT", `/site/${id}`, { returnPrefix: "/a" })), "fine");
  assert.equal(at(await promoter("GET", `/account/${accountId}`), "version"), version + 1);
});

test("each change counts in /changes as one of the account, and stands in the log", async () => {
  const changed = async (work: () => Promise<Answered>) => {
    const { next } = Object((await shop("GET", "/changes")).body);
    const answered = await work();
    assert.equal(answered.status, 200, JSON.stringify(answered.body));
    const rows = at(await shop("GET", `/changes?since=${next}`), "changes") as readonly { kind: string }[];
    assert.deepEqual([...new Set(rows.map(({ kind }) => kind))], ["ACCOUNT"]);
    return answered;
  };
  const { id } = Object((await changed(() => add({ origin: "https://a.example" }))).body);
  await changed(() => promoter("PUT", `/site/${id}`, { returnPrefix: "/shop" }));
  await changed(() => promoter("DELETE", `/site/${id}`));

  // Reads and refused calls of others are written within a second.
  const user = at(await promoter("GET", "/user/login"), "id");
  const log = await promoter("GET", `/account/${accountId}/auditLog?user=${user}&what=ACCOUNT&reads=false&pageSize=3`);
  const link = `/v2/site/${id}`;
  assert.partialDeepStrictEqual(at(log, "entries"), [
    { call: `DELETE /site/${id}`, what: { link, name: "https://a.example" }, after: { ended: true } },
    { call: `PUT /site/${id}`, what: { link }, before: { returnPrefix: null }, after: { returnPrefix: "/shop" } },
    {
      call: `POST /account/${accountId}/sites`,
      before: { embedOrigins: [] },
      after: { embedOrigins: ["https://a.example"] },
    },
  ]);
});

test("refuses origins and paths that do not fit, an origin twice, and more than 50", async () => {
  assert.equal(outcome(await add({ origin: "https://a.example" })), "fine");
  for (const [body, expected] of [
    [{ origin: "https://a.example" }, "400 origin site_exists"],
    [{ origin: "http://b.example" }, "400 origin origin_unfit"],
    [{ origin: "https://b.example/" }, "400 origin origin_unfit"],
    [{ origin: "https://*.b.example" }, "400 origin origin_unfit"],
    [{ origin: "https://b.example", returnPrefix: "//evil.example" }, "400 returnPrefix return_prefix_unfit"],
    [{ origin: "https://b.example", returnPrefix: "" }, "400 returnPrefix return_prefix_unfit"],
    [{ origin: "http://localhost:8080", returnPrefix: "/bücher" }, "fine"],
  ] as const)
    assert.equal(outcome(await add(body)), expected, JSON.stringify(body));
  const [, local] = await sitesOf(promoter);
  assert.equal(local?.returnPrefix, "/b%C3%BCcher");
  assert.equal(
    outcome(await promoter("PUT", `/site/${local?.id}`, { returnPrefix: "/a/../b" })),
    "400 returnPrefix return_prefix_unfit",
  );
  assert.equal(
    outcome(await promoter("PUT", `/site/${local?.id}`, { origin: "https://b.example" })),
    "400 origin unknown_field",
  );

  await embed(Array.from({ length: 49 }, (_, at) => `https://s${at}.example`));
  const both = await Promise.all([add({ origin: "https://a.example" }), add({ origin: "https://b.example" })]);
  assert.deepEqual(both.map(outcome).toSorted(), ["400 origin too_many_sites", "fine"]);
  assert.equal((await sitesOf(promoter)).length, 50);
});

test("in production a new site has https and a public name; the others stay", async () => {
  const app = createApp(testRuntime(db, { isProduction: true }));
  test.after(() => app.close());
  const manager = asking(app, "promoter");
  await embed(["http://localhost:8080"]);
  for (const origin of ["http://localhost:3000", "https://localhost", "https://192.0.2.7", "https://shop.internal"]) {
    assert.equal(outcome(await add({ origin }, manager)), "400 origin origin_unfit", origin);
    const refused = await embed(["http://localhost:8080", origin], manager);
    assert.equal(outcome(refused), "400 embedOrigins[1] origin_unfit", origin);
  }
  assert.equal(outcome(await add({ origin: "https://longlight.example" }, manager)), "fine");
  assert.equal(outcome(await embed(["http://localhost:8080", "https://b.example"], manager)), "fine");

  const [local, site] = await sitesOf(manager);
  const sendBack = (to: Site | undefined, returnPrefix: string | null) =>
    manager("PUT", `/site/${to?.id}`, { returnPrefix });
  assert.equal(outcome(await sendBack(local, "/")), "400 returnPrefix origin_unfit");
  assert.equal(outcome(await sendBack(local, null)), "fine");
  assert.equal(outcome(await sendBack(site, "/")), "fine", "the control");
});

test("an origin that means something in the policy of a page is no site, whichever way it comes; one that is there can be removed", async () => {
  const unfit = "https://a.example;sandbox";
  assert.equal(outcome(await add({ origin: unfit })), "400 origin origin_unfit");
  assert.equal(outcome(await embed(["https://a.example", unfit])), "400 embedOrigins[1] origin_unfit");
  // From before such names were refused.
  await db.query(`UPDATE account SET embed_origins = $2 WHERE id = $1`, [accountId, [unfit]]);
  assert.equal(outcome(await embed([unfit, "https://a.example"])), "fine");
  const [old] = await sitesOf(promoter);
  assert.equal(
    outcome(await promoter("PUT", `/site/${old?.id}`, { returnPrefix: "/" })),
    "400 returnPrefix origin_unfit",
  );
  assert.equal(outcome(await promoter("DELETE", `/site/${old?.id}`)), "fine");
  assert.deepEqual(await originsOf(), ["https://a.example"]);
});

test("the log names each site that a new list of origins ends", async () => {
  const a = Object((await add({ origin: "https://a.example", returnPrefix: "/thanks" })).body);
  const b = Object((await add({ origin: "https://b.example" })).body);
  const ended = () =>
    db.query(
      `SELECT thing_name AS name, before FROM change_entry
        WHERE kind = 'site' AND thing_id = ANY ($1) AND after ? 'ended' ORDER BY id`,
      [[a.id, b.id]],
    );
  await embed(["https://b.example", "https://a.example"]);
  assert.deepEqual(await ended(), [], "the control: both stay");
  const refused = await promoter("PUT", `/account/${accountId}`, {
    embedOrigins: [],
    replyTo: "new@longlight.example",
  });
  assert.equal(outcome(refused), "400 link required");
  assert.deepEqual(await ended(), [], "a refused change ends none");
  await embed(["https://b.example"]);
  await embed([]);
  assert.deepEqual(await ended(), [
    { name: "https://a.example", before: { ended: false, returnPrefix: "/thanks" } },
    { name: "https://b.example", before: { ended: false } },
  ]);
});

test("counts the tickets that were sold in seven days through embeds on a site", async () => {
  const on = await putOn();
  const programme = await make(promoter, "/ticketType", {
    name: "Programme",
    eventDate: on.date,
    venueSection: place.stalls,
    price: 0,
  });
  await db.query("UPDATE ticket_type SET kind = 'MERCHANDISE' WHERE id = $1", [programme]);
  const buy = async (source: object, more: object = {}) => {
    const sold = await reserve(promoter, on, 2, { source, ...more });
    await promoter("POST", `/reservation/${at(sold, "key")}/lock`, BUYER);
    const paid = await promoter("POST", `/reservation/${at(sold, "key")}/payment`, { amounts: { CASH: 95 } });
    assert.equal(at(paid, "type"), "SUCCESS", JSON.stringify(paid.body));
    return String(at(sold, "key"));
  };
  await embed(["https://a.example", "https://b.example:8443"]);
  await buy({ embed: "a.example", ref: "street-team" });
  await buy({ embed: "b.example:8443" });
  const old = await buy({ embed: "a.example" });
  await db.query("UPDATE sale SET created_at = now() - interval '8 days' WHERE key = $1", [old]);
  await reserve(shop, on, 2, { source: { embed: "a.example" } });
  await buy({ ref: "a.example" });
  await buy({ embed: "b.example:8443" }, { boxOffice: true });
  const tickets = [on.type, programme].map((ticketType) => ({ ticketType, quantity: 2 }));
  await buy({ embed: "a.example" }, { tickets });
  const shown = (await sitesOf(promoter)).map(({ origin, tickets }) => [origin, tickets]);
  assert.deepEqual(shown, [
    ["https://a.example", 4],
    ["https://b.example:8443", 2],
  ]);
});
