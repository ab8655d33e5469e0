import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { test } from "node:test";
import { isLedOn } from "#e2e/system/contract/first-page.ts";
import { OWN_ACTIONS, OWN_ADDRESSES, PASSWORD } from "#e2e/system/contract/own-account-actions.ts";
import { CARDS, card, create, lockTickets, putOnSale, STOREFRONT, send } from "#e2e/system/contract/put-on-sale.ts";
import { addSite, ownAccount, SETTINGS_ACTIONS, SETTINGS_ADDRESSES } from "#e2e/system/contract/settings-rights.ts";
import { SHARE_ACTIONS, SHARE_ADDRESSES, shareValues } from "#e2e/system/contract/share-rights.ts";
import { USERS_ACTIONS, USERS_ADDRESSES, usersValues } from "#e2e/system/contract/users-rights.ts";
import { callAction } from "#e2e/tools/call-action.ts";
import { acceptingCookies } from "#e2e/tools/cookie-names.ts";
import { decompressed, fetchStorefront, type Served } from "#e2e/tools/fetch-storefront.ts";
import { payCart } from "#lib/ticketing/carts.ts";
import { requestRefund } from "#lib/ticketing/refunds.ts";
import { getSale } from "#lib/ticketing/sales.ts";

// Every page, route and action below /promoter, found in the folders, for a user with each capability alone.

const CAPABILITIES = ["PUBLIC", "BOX_OFFICE", "SCAN", "MANAGE", "ORDERS", "REPORTS"] as const;
type Capability = (typeof CAPABILITIES)[number];
/**
 * One of these capabilities. "NOBODY": it is open without a session, and leads on with one. "ANYBODY": it is the same for all. "ANY_USER": it
 * needs no more than a session.
 */
type Needs = readonly Capability[] | "NOBODY" | "ANYBODY" | "ANY_USER";

/** What each address needs. The test fails where a folder has one that is missing here. */
const ADDRESSES: Readonly<Record<string, Needs>> = {
  "": ["ORDERS"],
  ...OWN_ADDRESSES,
  "/events": ["ORDERS", "BOX_OFFICE"],
  "/messages": ["ORDERS"],
  "/reports/sources": ["REPORTS"],
  "/reports/sources/csv": ["REPORTS"],
  "/refunds": ["ORDERS"],
  "/refunds/[requestId]/decline": ["ORDERS"],
  "/sign-in": "NOBODY",
  "/sign-in/code": "NOBODY",
  "/sign-in/replies/[link]": "ANYBODY",
  "/sign-in/replies/confirmed": "ANYBODY",
  "/venues": ["MANAGE"],
  "/venues/[venueId]": ["MANAGE"],
  ...USERS_ADDRESSES,
  ...SETTINGS_ADDRESSES,
  ...SHARE_ADDRESSES,
};

type Fields = Readonly<Record<string, string>>;
type Attacked = {
  readonly needs: readonly Capability[] | "ANY_USER";
  /** Returns a form with which a user who may call the action changes something. */
  readonly form: (user: User) => Promise<Fields>;
  readonly refusesShops?: true;
};

const SECTION = { "sections.0.key": "sections1", "sections.0.name": "Floor", "sections.0.capacity": "100" };

/** What each action needs. The test fails where a file has one that is missing here. */
const ACTIONS: Readonly<Record<string, Attacked | "NOBODY">> = {
  enterCode: "NOBODY",
  signInPromoter: "NOBODY",
  signOutPromoter: "NOBODY",
  ...USERS_ACTIONS,
  ...SETTINGS_ACTIONS,
  ...SHARE_ACTIONS,
  switchWaitingRoom: { needs: ["MANAGE"], form: async () => ({ event: VALUES.eventId, waitingRoom: "on" }) },
  retryMessages: { needs: ["ORDERS"], form: async () => ({ id: "0", opened: "{}" }) },
  decideRequest: {
    needs: ["ORDERS"],
    form: async () => ({ id: String(await requestedRefund()), opened: "{}", decision: "refund" }),
  },
  declineRequest: {
    needs: ["ORDERS"],
    form: async () => ({
      id: String(await requestedRefund()),
      opened: '{"reason":""}',
      reason: "Too late.",
      confirmed: "1",
    }),
  },
  createVenue: {
    needs: ["MANAGE"],
    form: async () => ({ name: "Shed Nine", timeZone: "Pacific/Auckland", ...SECTION }),
  },
  changeVenue: {
    needs: ["MANAGE"],
    form: async () => ({
      id: VALUES.venueId,
      opened: JSON.stringify({ name: "" }),
      name: "The Attacked Hall",
      confirmed: "1",
      ...SECTION,
    }),
  },
  ...OWN_ACTIONS,
};

const ROOT = "app/[locale]/promoter";
const files = readdirSync(ROOT, { recursive: true, encoding: "utf8" });

const onSale = await putOnSale("The Attacked", [{ name: "Adult" }]);
/** What stands in an address for each parameter. */
const VALUES = {
  eventId: String(onSale.eventId),
  requestId: String(await requestedRefund()),
  ...(await usersValues()),
  siteId: String(await addSite()),
  ...(await shareValues()),
  venueId: String(await create("/venue", { name: "Shed Ten", timeZone: "Pacific/Auckland" })),
};

/** Returns the pages and route handlers below a folder as addresses. */
function addressesIn(paths: readonly string[]): readonly string[] {
  const found = paths
    .map((file) => /^(?:(.*)\/)?(?:page\.tsx|route\.ts)$/.exec(file))
    .flatMap((match) => (match ? [match[1] ?? ""] : []));
  return found
    .filter((folders) => !folders.includes("[..."))
    .map((folders) => (folders === "" ? "" : `/${folders}`.replaceAll(/\/\([^/]+\)/g, "")));
}

function actionsIn(source: string): readonly string[] {
  return [...source.matchAll(/^export const (\w+)/gm)].map(([, name = ""]) => name);
}

function pathOf(address: string): string {
  return `/en/promoter${address}`.replace(/\[(\w+)\]/g, (_, name) => {
    const value: unknown = Reflect.get(VALUES, name);
    assert.ok(typeof value === "string", `${address}: a value for ${name} is missing in this test`);
    return value;
  });
}

type Visitor = { readonly name: string; readonly network: string; readonly cookie: string };

const get = (path: string, { network, cookie }: Visitor) =>
  fetchStorefront(STOREFRONT, { path, headers: { cookie, "x-forwarded-for": network } });

/** Calls an action as the page's script does. */
const call = (name: string, form: Fields, { network, cookie }: Visitor): Promise<Served> =>
  callAction(STOREFRONT, name, form, { cookie, "x-forwarded-for": network }, pathOf);

const strangerFrom = (network: string): Visitor => {
  return { name: "a stranger", network, cookie: acceptingCookies(STOREFRONT).cookie };
};

const cookiesOf = ({ headers }: Served): string =>
  (headers["set-cookie"] ?? []).map((line) => line.split(";", 1)[0]).join("; ");

type User = Visitor & { readonly id: number; readonly username: string; readonly capabilities: readonly Capability[] };

async function signedIn(capabilities: readonly Capability[], at: number): Promise<User> {
  const name = capabilities.join() || "a user without capabilities";
  const username = `${capabilities.join().toLowerCase() || "none"}-${Date.now()}@foyer.example`;
  const id = await create("/user", { username, password: PASSWORD, capabilities });
  const stranger = strangerFrom(`172.29.${at}.1`);
  const answer = await call("signInPromoter", { user: username, password: PASSWORD, next: "" }, stranger);
  const cookie = cookiesOf(answer);
  assert.match(cookie, /foyer-promoter=/, `${name} signs in: ${answer.where} ${decompressed(answer)}`);
  return { name, id, username, capabilities, network: stranger.network, cookie };
}

const signedInUsers = (from: number) =>
  Promise.all([[], ...CAPABILITIES.map((one) => [one])].map((one, at) => signedIn(one, from + at)));

const isOneOf = (needs: Needs, { capabilities }: Pick<User, "capabilities">): boolean => {
  const all = capabilities.includes("MANAGE") ? [...capabilities, "ORDERS", "REPORTS"] : capabilities;
  return typeof needs === "string" || needs.some((one) => all.includes(one));
};

type Entry = { readonly user: { readonly id: number }; readonly call: string; readonly status: number };

/** Returns what a user has changed at the service, by its audit log. */
async function writesOf({ id }: User): Promise<readonly string[]> {
  const account = await ownAccount();
  const log = (await send("GET", `/account/${account.id}/auditLog?pageSize=200`)) as { readonly entries: Entry[] };
  return log.entries
    .filter(({ user, call, status }) => user.id === id && status < 300 && !/^GET |^SIGN_IN/.test(call))
    .map(({ call }) => call);
}

/** Sells a ticket whose buyer asks for a refund, and returns the id of the request. */
async function requestedRefund(): Promise<number> {
  const { cartId, key } = await lockTickets(onSale, 1);
  const due = { minor: 4750, currency: "NZD" };
  assert.partialDeepStrictEqual(await payCart(cartId, due, [card(CARDS.good)], randomUUID()), { ok: true });
  assert.equal(await requestRefund(key, (await getSale(key))?.admissionIds ?? [], "I am ill."), "requested");
  const account = await ownAccount();
  const path = `/account/${account.id}/refundRequests` as const;
  const { requests } = (await send("GET", path)) as { requests: readonly { id: number; key: string }[] };
  return requests.find((one) => one.key === key)?.id ?? assert.fail("no request");
}

const users = await signedInUsers(0);
const SIGN_IN = /^\/en\/promoter\/sign-in/;

const toSignIn = ({ headers }: Served): boolean =>
  SIGN_IN.test(headers.location ?? String(headers["x-action-redirect"] ?? ""));

test("the table has each page, route and action below /promoter, and no other", () => {
  assert.deepEqual(addressesIn(files).toSorted(), Object.keys(ADDRESSES).toSorted());
  const actions = files.filter((file) => file.endsWith("actions.ts"));
  const names = actions.flatMap((file) => actionsIn(readFileSync(`${ROOT}/${file}`, "utf8")));
  assert.deepEqual(names.toSorted(), Object.keys(ACTIONS).toSorted());
});

test("the control: a new page, route and action are found", () => {
  const found = addressesIn([
    "page.tsx",
    "promoter-page.tsx",
    "users/page.tsx",
    "users/[userId]/export/route.ts",
    "users/actions.ts",
  ]);
  assert.deepEqual(found, ["", "/users", "/users/[userId]/export"]);
  assert.deepEqual(actionsIn('"use server";\n\nexport const inviteUser = promoterAction('), ["inviteUser"]);
});

for (const [address, needs] of Object.entries(ADDRESSES))
  test(`/promoter${address} opens for ${needs}, and for no other user`, async () => {
    for (const user of users) {
      const answer = await get(pathOf(address), user);
      const what = `${user.name}: ${answer.where}`;
      if (!isOneOf(needs, user)) assert.ok([403, 404].includes(answer.status) || isLedOn(address, user, answer), what);
      else if (needs === "ANYBODY") assert.ok([200, 404].includes(answer.status), what);
      // Who is signed in is led from the sign-in to the first page.
      else assert.equal(answer.status, needs === "NOBODY" ? 307 : 200, what);
      const isPage = answer.headers["content-type"]?.startsWith("text/html") ?? false;
      if (isPage && answer.status !== 307) assert.match(decompressed(answer).toString(), /<h1/, `${what}, in words`);
    }
    if (typeof needs === "string") return;
    const answer = await get(pathOf(address), strangerFrom("172.29.99.1"));
    assert.ok([401, 403, 404].includes(answer.status) || toSignIn(answer), `signed out: ${answer.where}`);
  });

for (const [name, action] of Object.entries(ACTIONS)) {
  if (action === "NOBODY") continue;
  test(`${name} changes something for ${action.needs}, and nothing for other users`, async () => {
    // An action of one's own account changes how its users sign in.
    const own = Object.keys(OWN_ACTIONS).indexOf(name);
    const tried: readonly User[] = own < 0 ? users : await signedInUsers(100 + 10 * own);
    const refused = await action.form(tried[0] ?? assert.fail());
    for (const user of tried) {
      const isShop: boolean = action.refusesShops === true && user.capabilities.includes("PUBLIC");
      const mayCall: boolean = isOneOf(action.needs, user) && !isShop;
      const form = mayCall && user !== tried[0] ? await action.form(user) : refused;
      const before = await writesOf(user);
      const answer = await call(name, form, user);
      const written = (await writesOf(user)).length - before.length;
      assert.ok(answer.status < 500, `${user.name}: ${answer.where}`);
      assert.equal(written > 0, mayCall, `${user.name}: ${answer.where} wrote ${written}`);
    }
    const answer = await call(name, refused, strangerFrom("172.29.99.1"));
    assert.ok([401, 403, 404].includes(answer.status) || toSignIn(answer), `signed out: ${answer.where}`);
  });
}

test("the list of events offers the switch and the links of an event to managers, and to no other reader", async () => {
  for (const user of users.filter((one) => isOneOf(["ORDERS", "BOX_OFFICE"], one))) {
    const page = decompressed(await get("/en/promoter/events?q=The+Attacked", user)).toString();
    assert.match(page, /The Attacked/, user.name);
    const isManager = isOneOf(["MANAGE"], user);
    assert.equal(/promoter\/share\?for=event/.test(page), isManager, user.name);
    assert.equal(/name="waitingRoom"/.test(page), isManager, user.name);
  }
});

test("a change of access holds on the next page that is opened, and for the next change", async () => {
  const demoted = await signedIn(["ORDERS"], 90);
  const pages = ["/refunds", "/messages", "/events?state=DRAFT", `/refunds/${VALUES.requestId}/decline`];
  for (const page of pages) assert.equal((await get(`/en/promoter${page}`, demoted)).status, 200, `${page}: before`);
  assert.equal((await get("/en/promoter/venues", demoted)).status, 403);
  await send("PUT", `/user/${demoted.id}`, { capabilities: ["SCAN"] });
  for (const page of pages) {
    const answer = await get(`/en/promoter${page}`, demoted);
    assert.equal(answer.status, 403, answer.where);
    assert.match(decompressed(answer).toString(), /access: scan/, page);
  }
  for (const name of ["retryMessages", "decideRequest"]) {
    const action = ACTIONS[name];
    if (action === undefined || action === "NOBODY") assert.fail(name);
    const answer = await call(name, await action.form(demoted), demoted);
    assert.match(decompressed(answer).toString(), /Your access doesn’t include this change/, name);
  }
});

test("a manager of another account is refused at sign-in, in words", async () => {
  const login = process.env.E2E_SERVICE_LOGIN ?? "";
  // The second account of the demo season has the same password.
  const password = login.slice(login.indexOf(":") + 1);
  const other = { user: "promoter@lantern-lane.example", password, next: "" };
  const refused = await call("signInPromoter", other, strangerFrom("172.29.98.1"));
  assert.equal(cookiesOf(refused).includes("foyer-promoter"), false, refused.where);
  assert.match(decompressed(refused).toString(), /another organiser/);
  const wrong = await call("signInPromoter", { ...other, password: "x" }, strangerFrom("172.29.98.1"));
  assert.doesNotMatch(decompressed(wrong).toString(), /another organiser/, "not for a wrong password");
});
