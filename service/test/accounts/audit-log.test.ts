import assert from "node:assert/strict";
import test from "node:test";
import { forgetAuditEntries } from "#src/accounts/use-cases/audit-log.ts";
import { callsOf } from "#src/calls.ts";
import { testRuntime } from "#test/runtime.ts";
import { type Answered, type Ask, asking, at, openShop, signedIn } from "#test/test-app.ts";

const { app, db, accountId, shop, promoter, stranger, addUser, putOn, reserve, close } = await openShop();
test.after(close);
const managerAsks = await addUser("mere", ["MANAGE"]);

type Entry = {
  readonly user: { readonly username: string };
  readonly call: string;
  readonly status: number;
  readonly network: string | null;
  readonly times: number;
  readonly first: string;
  readonly last: string;
};

const read = (query = "", ask: Ask = promoter) => ask("GET", `/account/${accountId}/auditLog${query}`);
const entriesOf = (answered: Answered) => at(answered, "entries") as readonly Entry[];
const shown = ({ user, call, status, network, times }: Entry) =>
  `${user.username} ${call} ${status} ${network} ${times}`;

/** Reads the log until it has this entry: some are written a second later. */
async function expectEntry(expected: string): Promise<void> {
  let found: readonly string[] = [];
  for (let tries = 0; tries < 100; tries += 1) {
    found = entriesOf(await read()).map(shown);
    if (found.includes(expected)) return;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  assert.fail(`${expected} is not in ${found.join("\n")}`);
}

async function countEntries(): Promise<number> {
  const [row] = await db.query<{ count: number }>("SELECT count(*) AS count FROM audit_entry");
  return row?.count ?? 0;
}

const from = (network: number) => ({
  "x-visitor-network": `10.0.${network}.0/24`,
  "x-storefront-authorization": signedIn("shop"),
});

test("has each change by a manager, with the network that the storefront names, and no body of a refused one", async () => {
  const { event } = await putOn();
  await managerAsks("PUT", `/event/${event}/publish/false`, undefined, from(7));
  await managerAsks("PUT", `/event/${event}`, { name: "Hamlet" });
  await managerAsks("PUT", "/event/999999", { nonsense: "The Secret Word" });
  await managerAsks("POST", "/user/token", { scopes: [], expiresAt: "2020-01-01T00:00:00Z", name: "Old" });
  const entries = entriesOf(await read());
  assert.deepEqual(entries.slice(0, 4).map(shown), [
    "mere POST /user/token 400 127.0.0.1 1",
    "mere PUT /event/999999 400 127.0.0.1 1",
    `mere PUT /event/${event} 200 127.0.0.1 1`,
    `mere PUT /event/${event}/publish/false 200 10.0.7.0/24 1`,
  ]);
  assert.equal(JSON.stringify(entries).includes("Secret"), false);
});

test("the network that anybody else names has no effect", async () => {
  const pretended = { "x-visitor-network": "10.9.9.0/24", "x-storefront-authorization": signedIn("shop", "a guess") };
  await managerAsks("POST", "/venue", {}, pretended);
  await managerAsks("POST", "/venue", {}, { "x-visitor-network": "10.9.9.0/24" });
  assert.deepEqual(entriesOf(await read("?pageSize=2")).map(shown), Array(2).fill("mere POST /venue 400 127.0.0.1 1"));
});

test("counts failed sign-ins, refused calls and reads of managers", async () => {
  const guesser = asking(app, "MERE", "a guess");
  for (let tries = 0; tries < 3; tries += 1) await guesser("GET", "/user/login");
  await asking(app, "mere", `foyer_token_${"A".repeat(43)}`)("GET", "/user/login", undefined, from(8));
  for (let tries = 0; tries < 2; tries += 1) await shop("POST", "/event", {}, from(9));
  await managerAsks("GET", `/account/${accountId}/users`);
  await expectEntry("mere SIGN_IN 401 127.0.0.1 3");
  await expectEntry("mere SIGN_IN 401 10.0.8.0/24 1");
  await expectEntry("shop POST /event 403 10.0.9.0/24 2");
  await expectEntry("mere GET /account/{id}/users 200 127.0.0.1 1");
});

test("leaves out sales, the keys in addresses, and names that no user has", async () => {
  const on = await putOn();
  const key = String(at(await reserve(shop, on), "key"));
  await managerAsks("GET", `/payment/${key}`);
  await managerAsks("POST", `/order/${key}/cancel`, {});
  await asking(app, "my-password-by-mistake", "a guess")("GET", "/user/login");
  await asking(app, "shop", "a guess")("GET", "/user/login");
  await expectEntry("shop SIGN_IN 401 127.0.0.1 1");
  const text = JSON.stringify(entriesOf(await read()));
  for (const absent of [key, "my-password-by-mistake", "POST /reservation"]) assert.equal(text.includes(absent), false);
});

test("a flood of failed sign-ins from many networks adds a bounded number of rows, and loses no count", async () => {
  const before = await countEntries();
  for (let network = 0; network < 200; network += 1)
    await asking(app, "promoter", `foyer_token_${"A".repeat(43)}`)("GET", "/user/login", undefined, from(network));
  const counted = async () => {
    const [row] = await db.query<{ times: number }>(
      "SELECT sum(times)::integer AS times FROM audit_entry JOIN account_user ON account_user.id = user_id WHERE username = 'promoter' AND status = 401",
    );
    return row?.times;
  };
  for (let tries = 0; tries < 100 && (await counted()) !== 200; tries += 1)
    await new Promise((resolve) => setTimeout(resolve, 100));
  assert.equal(await counted(), 200);
  const added = (await countEntries()) - before;
  assert.ok(added <= 60, `${added} rows`);
  assert.ok(entriesOf(await read()).some(({ network, status }) => network === null && status === 401));
});

test("is filtered by time, has pages, and is of the own account only", async () => {
  const [newest] = entriesOf(await read());
  const later = encodeURIComponent("2100-01-01T00:00:00Z");
  assert.deepEqual(entriesOf(await read(`?from=${later}`)), []);
  assert.equal(shown(entriesOf(await read(`?to=${later}&pageSize=1`))[0] as Entry), shown(newest as Entry));
  assert.deepEqual(entriesOf(await read("?to=2020-01-01T00:00:00Z")), []);
  const page = await read("?page=2&pageSize=3");
  assert.equal(entriesOf(page).length, 3);
  assert.ok(Number(page.headers["x-total-count"]) > 6);
  assert.equal((await read("?from=yesterday")).status, 400);
  assert.equal((await read("", stranger)).status, 404);
  assert.equal((await read("", shop)).status, 403);
});

test("entries are deleted after half a year", async () => {
  const runtime = testRuntime(db);
  const [kept, old] = [await countEntries(), runtime.limits.auditKeepSeconds];
  await db.query(
    "UPDATE audit_entry SET last_at = last_at - make_interval(secs => $1) WHERE id = (SELECT min(id) FROM audit_entry)",
    [old],
  );
  await forgetAuditEntries(runtime);
  assert.equal(await countEntries(), kept - 1);
});

test("a strict service has no such call", () => {
  const paths = callsOf({ strictV2: true }).map(({ path }) => path);
  assert.equal(paths.includes("/account/{id}/auditLog"), false);
});
