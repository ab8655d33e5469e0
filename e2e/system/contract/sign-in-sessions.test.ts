import assert from "node:assert/strict";
import { after, test } from "node:test";
import { encode } from "next-auth/jwt";
import { startInFrontOf } from "#e2e/tools/built-storefront.ts";
import { callAction } from "#e2e/tools/call-action.ts";
import { cookieAt } from "#e2e/tools/cookie-names.ts";
import { decompressed, fetchStorefront } from "#e2e/tools/fetch-storefront.ts";
import {
  type Browser,
  copyOf,
  csrfTokenOf,
  doorsOf,
  headersOf,
  keepCookies,
  newBrowser,
  open,
  postForm,
} from "#e2e/tools/sign-in-doors.ts";
import { SETTINGS, settingsInFrontOf } from "#e2e/tools/storefront-settings.ts";
import { startTwoStepService } from "#e2e/tools/two-step-service.ts";
import { startOtherService } from "#service/conformance/other-service/service.ts";
import { freePort } from "#service/conformance/other-service/storefront.ts";

// Sessions of both doors: planted, copied, signed out, at another storefront. A restart is tested beside the callbacks.

const service = await startTwoStepService();
after(() => service.close());

const start = async () => startInFrontOf(await freePort(), service);
const [{ base, end }, second] = await Promise.all([start(), start()]);
after(() => Promise.all([end(), second.end()]));

const PASSWORD = "seven green bottles";
const SESSION = cookieAt(base, "foyer-promoter");
const PAGE = "/en/promoter/venues";
let count = 0;

function person(): string {
  count += 1;
  service.people.set(`person-${count}`, { password: PASSWORD, capabilities: ["MANAGE"] });
  return `person-${count}`;
}

function browser(): Browser {
  count += 1;
  return newBrowser(base, `198.51.${count}.7`);
}

const doors = doorsOf(base);
const [ours, nextAuth] = doors;
assert.ok(ours && nextAuth);

async function signedIn(door = ours): Promise<Browser> {
  const owner = browser();
  assert.equal(await door?.password(owner, person(), PASSWORD), "signed in");
  return owner;
}

/** Returns what a browser is shown: the page, or that its session has ended. */
async function seen(at: Browser, address = base): Promise<"the page" | "it has ended" | "the sign-in" | "other"> {
  const { status, headers } = await fetchStorefront(address, { path: PAGE, headers: headersOf(at) });
  if (status === 200) return "the page";
  if (headers.location?.includes("again=1")) return "it has ended";
  return headers.location === "/en/promoter/sign-in" ? "the sign-in" : "other";
}

async function signOutByAction(owner: Browser): Promise<void> {
  keepCookies(owner, await callAction(base, "signOutPromoter", {}, headersOf(owner)));
}

async function signOutByRoute(owner: Browser): Promise<void> {
  const csrfToken = await csrfTokenOf(base, owner);
  keepCookies(owner, await postForm(base, "signout", { csrfToken }, headersOf(owner)));
}

const sessionOf = async (at: Browser): Promise<unknown> =>
  JSON.parse(decompressed(await open(base, "/api/auth/session", at)).toString());

for (const door of doors) {
  test(`${door.name}: a planted session does not become the victim's, and ends when they sign in`, async () => {
    const attacker = await signedIn(door);
    assert.equal(await seen(attacker), "the page", "the control");
    const victim = browser();
    const planted = attacker.jar.get(SESSION) ?? "";
    victim.jar.set(SESSION, planted);
    assert.equal(await door.password(victim, person(), PASSWORD), "signed in");
    assert.notEqual(victim.jar.get(SESSION), planted);
    assert.equal(await seen(attacker), "it has ended");
    assert.equal(await seen(victim), "the page");
  });

  for (const [how, signOut] of Object.entries({ "our button": signOutByAction, "next-auth's route": signOutByRoute }))
    test(`${door.name}: a copied cookie ends with ${how}, also at another storefront`, async () => {
      const [owner, other] = [await signedIn(door), await signedIn(door)];
      const copied = copyOf(owner, "203.0.113.5");
      assert.equal(await seen(copied), "the page", "the control");
      await signOut(owner);
      assert.equal(owner.jar.has(SESSION), false);
      assert.equal(await seen(copied), "it has ended");
      assert.deepEqual(await sessionOf(copyOf(copied)), {});
      assert.equal(await seen(copied, second.base), "it has ended");
      assert.equal(await seen(other, second.base), "the page", "the control");
    });

  test(`${door.name}: the cookie is for the server alone, and its session tells a script no credential`, async () => {
    const owner = await signedIn(door);
    const answer = await open(base, "/api/auth/session", owner);
    const [cookie = ""] = answer.headers["set-cookie"]?.filter((line) => line.startsWith(`${SESSION}=`)) ?? [];
    assert.match(cookie, /HttpOnly/);
    assert.match(cookie, /SameSite=Lax/i);
    const { user } = JSON.parse(decompressed(answer).toString());
    assert.deepEqual(Object.keys(user).toSorted(), ["account", "capabilities", "email", "id", "name"]);
    assert.equal(await seen(owner), "the page", "also with the cookie that was signed anew");
  });
}

test("a form of another site signs nobody in and out, by either door", async () => {
  const owner = await signedIn();
  const [name, foreign] = [person(), { origin: "https://evil.example", "sec-fetch-site": "cross-site" }];
  const form = { user: name, password: PASSWORD };
  const csrfToken = await csrfTokenOf(base, owner);
  const forged = [
    await callAction(base, "signInPromoter", form, { ...headersOf(owner), ...foreign }),
    await callAction(base, "signOutPromoter", {}, { ...headersOf(owner), ...foreign }),
    await postForm(base, "callback/password", { ...form, csrfToken }, { ...headersOf(owner), ...foreign }),
    await postForm(base, "signout", { csrfToken }, { ...headersOf(owner), ...foreign }),
  ];
  for (const answer of forged) {
    assert.equal(answer.status, 403, answer.where);
    assert.equal(answer.headers["set-cookie"], undefined, answer.where);
  }
  for (const token of ["", "0".repeat(64)])
    for (const path of ["callback/password", "signout"]) {
      const answer = await postForm(base, path, { ...form, csrfToken: token }, headersOf(owner));
      assert.match(answer.headers.location ?? "", /csrf=true/, path);
      assert.equal((answer.headers["set-cookie"] ?? []).join().includes(SESSION), false, path);
    }
  assert.equal(await seen(owner), "the page");
  const answer = await postForm(base, "callback/password", { ...form, csrfToken }, headersOf(owner));
  assert.match(String(answer.headers["set-cookie"]), new RegExp(SESSION), "the control");
});

test("next-auth's route has what a sign-in needs, by name, and leads to our pages with words of ours", async () => {
  const at = browser();
  const get = (path: string) => open(base, `/api/auth/${path}`, at);
  for (const path of ["csrf", "session", "providers"]) assert.equal((await get(path)).status, 200, path);
  const signIn = await get("signin");
  assert.match(signIn.headers.location ?? "", /^\/en\/promoter\/sign-in\?callbackUrl=/);
  assert.equal((await get("error?error=wait")).headers.location, "/en/promoter/sign-in?error=wait");
  const german = { ...headersOf(at), "accept-language": "de" };
  const error = await fetchStorefront(base, { path: "/api/auth/error?error=wait", headers: german });
  assert.equal(error.headers.location, "/de/promoter/sign-in?error=wait");
  const closed = [
    ..."_log verify-request signin/password callback/password x/y error/x".split(" "),
    "error?error=free%20words",
    "error?error=a%0Ab",
    "error?error=free&error=wait",
    "error?error=wait&error=free",
    "csrf?callbackUrl=javascript:alert(1)",
    "signin?callbackUrl=nonsense",
  ];
  for (const path of closed) assert.equal((await get(path)).status, 404, path);
  const csrfToken = await csrfTokenOf(base, at);
  for (const path of ["_log", "session", "csrf", "providers", "error", "callback", "callback/other"])
    assert.equal((await postForm(base, path, { csrfToken, data: "x" }, headersOf(at))).status, 404, path);
});

test("next-auth's route reads forms alone, also where the type of a form names JSON too", async () => {
  const at = browser();
  const form = { user: person(), password: PASSWORD, csrfToken: await csrfTokenOf(base, at) };
  const urlencoded = "application/x-www-form-urlencoded";
  for (const type of [`${urlencoded}; application/json`, "multipart/form-data; application/json"]) {
    const answer = await postForm(base, "callback/password", form, { ...headersOf(at), "content-type": type });
    assert.equal(answer.status, 415, type);
  }
  const headers = { ...headersOf(at), "content-type": `${urlencoded};charset=UTF-8` };
  const answer = await postForm(base, "callback/password", form, headers);
  assert.match(String(answer.headers["set-cookie"]), new RegExp(SESSION), "the control");
});

test("next-auth's route leads to pages of promoters alone after signing in", async () => {
  const places = {
    [`${base}/de${PAGE.slice(3)}?q=a`]: `${base}/de/promoter/venues?q=a`,
    "https://evil.example/en/promoter": `${base}/en/promoter`,
    "//evil.example/en/promoter": `${base}/en/promoter`,
    "/en/cart": `${base}/en/promoter`,
    "a\nb": `${base}/en/promoter`,
  };
  for (const [callbackUrl, place] of Object.entries(places)) {
    const at = browser();
    const csrfToken = await csrfTokenOf(base, at);
    const form = { user: person(), password: PASSWORD, csrfToken, callbackUrl };
    const answer = await postForm(base, "callback/password", form, headersOf(at));
    assert.equal(answer.headers.location, place, callbackUrl);
  }
});

test("a cookie of the release before has ended, and crashes nothing", async () => {
  const old = browser();
  const promoter = { name: "Pat", email: "", capabilities: ["MANAGE"] };
  const token = { sessionId: "s", promoter, credential: { user: "pat", password: "word" } };
  old.jar.set(SESSION, await encode({ token, secret: SETTINGS.NEXTAUTH_SECRET, maxAge: 60 }));
  assert.equal(await seen(copyOf(old)), "it has ended");
  assert.match(decompressed(await open(base, "/en/promoter/sign-in", old)).toString(), /your session has ended/);
  assert.equal(await ours.password(old, person(), PASSWORD), "signed in", "the control");
});

test("a change of access holds on the next page; a silent service signs nobody out and is named", async () => {
  const owner = await signedIn();
  const name = `person-${count}`;
  const status = async (path: string) => (await open(base, path, owner)).status;
  assert.equal(await status(PAGE), 200);
  const person = service.people.get(name);
  assert.ok(person);
  person.capabilities = ["ORDERS"];
  assert.equal(await status(PAGE), 403);
  assert.equal(await status("/en/promoter"), 200);
  service.setDown(true);
  for (const path of ["/en/promoter", "/en/promoter/sign-in"]) {
    const answer = await open(base, path, owner);
    assert.equal(answer.status, 503, path);
    assert.match(decompressed(answer).toString(), /ticketing service/i, path);
  }
  service.setDown(false);
  person.capabilities = ["MANAGE"];
  assert.equal(await status(PAGE), 200);
});

test("before a plain service, without tokens and second factor, both doors open and close as ever", async () => {
  const plain = await startOtherService({ plain: true });
  const { base: address, end } = await startInFrontOf(await freePort(), plain, settingsInFrontOf(plain));
  try {
    for (const door of doorsOf(address)) {
      const owner = newBrowser(address, "203.0.113.7");
      assert.equal(await door.password(owner, plain.user, "a guess"), "refused", door.name);
      assert.equal(await door.password(owner, plain.user, plain.password), "signed in", door.name);
      assert.equal((await open(address, "/en/promoter", owner)).status, 200, door.name);
      const copied = copyOf(owner);
      await callAction(address, "signOutPromoter", {}, headersOf(owner));
      assert.equal(await seen(copied, address), "it has ended", door.name);
    }
  } finally {
    await end();
    await plain.close();
  }
});
