import { readdirSync, readFileSync } from "node:fs";
import { request as send } from "node:http";
import { join } from "node:path";
import type { Page, Request } from "@playwright/test";
import { expect, test } from "./fixtures.ts";

/** Charges, then loses the answer: so the checking page asks, and its question is attacked too. */
const LOST_ANSWER = "4111 1111 1111 1400";
const EVIL = "https://evil.example";

/** What a forged request may look like. Each keeps the cookies and the body of the real one. */
const ATTACKS: readonly { readonly name: string; readonly headers: Record<string, string | undefined> }[] = [
  { name: "no Origin", headers: { origin: undefined } },
  { name: "Origin: null", headers: { origin: "null" } },
  { name: "a foreign Origin", headers: { origin: EVIL } },
  { name: "a foreign Origin and Host", headers: { origin: EVIL, host: "evil.example" } },
  { name: "a foreign Origin and X-Forwarded-Host", headers: { origin: EVIL, "x-forwarded-host": "evil.example" } },
  { name: "sent across sites", headers: { "sec-fetch-site": "cross-site" } },
  { name: "sent from a sibling site", headers: { "sec-fetch-site": "same-site" } },
  { name: "a content type no form has", headers: { "content-type": "application/json" } },
];

type Actions = Record<string, { readonly exportedName?: string }>;

/** Every server action of the build, by id: the inventory that the attacks must cover. */
function builtActions(): ReadonlyMap<string, string> {
  const manifest = JSON.parse(readFileSync(".next/server/server-reference-manifest.json", "utf8")) as { node: Actions };
  return new Map(Object.entries(manifest.node).map(([id, { exportedName }]) => [id, exportedName ?? id]));
}

/** Sends the same request again with some headers changed. Plain sockets: a browser would not forge them. */
async function forge(real: Request, changed: Record<string, string | undefined>): Promise<Answered> {
  const body = real.postDataBuffer() ?? Buffer.alloc(0);
  return post(real.url(), { ...(await real.allHeaders()), ...changed }, body);
}

type Answered = { readonly status: number; readonly cookies: number };

async function post(url: string, headers: Record<string, string | undefined>, body: Buffer): Promise<Answered> {
  const sent = Object.fromEntries(
    Object.entries(headers).filter(
      ([name, value]) => value !== undefined && !name.startsWith(":") && name !== "content-length",
    ),
  ) as Record<string, string>;
  return new Promise((resolve, reject) => {
    const request = send(url, { method: "POST", headers: { ...sent, "content-length": body.length } }, (response) => {
      response.resume();
      response.on("end", () =>
        resolve({ status: response.statusCode ?? 0, cookies: response.headers["set-cookie"]?.length ?? 0 }),
      );
    });
    request.on("error", reject);
    request.end(body);
  });
}

/**
 * The actions that this walk has no occasion for, by the page of each: the same attacks with a body as a browser makes
 * it. Asked from our own page the answer is another one, so it was the gate that refused.
 */
async function attackUnmet(page: Page, unmet: ReadonlyMap<string, string>, sale: string): Promise<readonly string[]> {
  const pages: Readonly<Record<string, readonly [path: string, takesState: boolean]>> = {
    addCodes: ["/en/cart", false],
    removeCode: ["/en/cart", false],
    releaseEvent: ["/en/cart", false],
    retryRest: ["/en/checkout/receipt", false],
    releaseRest: ["/en/checkout/receipt", false],
    nameGuests: [sale, true],
    nameMyself: [`${sale}/guest`, true],
  };
  const { origin } = new URL(page.url());
  const cookie = (await page.context().cookies()).map(({ name, value }) => `${name}=${value}`).join("; ");
  const reached: string[] = [];
  for (const [id, name] of unmet) {
    const [path, takesState] = pages[name] ?? [];
    if (path === undefined) continue;
    const form = new FormData();
    form.set("1_locale", "en");
    form.set("1_link", sale.split("/").at(-1) ?? "");
    form.set("0", takesState ? '[{"fieldErrors":{},"turn":0},"$K1"]' : '["$K1"]');
    const encoded = new Response(form);
    const body = Buffer.from(await encoded.arrayBuffer());
    const own = {
      ...{ origin, cookie, "next-action": id, "sec-fetch-site": "same-origin", accept: "text/x-component" },
      "content-type": encoded.headers.get("content-type") ?? "",
    };
    const refused = new Set<number>();
    for (const { name: attack, headers } of ATTACKS) {
      const answer = await post(`${origin}${path}`, { ...own, ...headers }, body);
      expect(answer.status, `${attack} at ${name}`).toBeGreaterThanOrEqual(400);
      expect(answer.cookies, `${attack} at ${name} set a cookie`).toBe(0);
      if (attack === "sent across sites") refused.add(answer.status);
    }
    const asked = await post(`${origin}${path}`, own, body);
    expect([...refused], `${name}, asked from our own page`).not.toContain(asked.status);
    reached.push(name);
  }
  return reached;
}

/** Attacks every write the page makes before it lets the real one through. Answers with the actions it met. */
async function attackEveryWrite(page: Page, unharmed: (path: string) => Promise<void>): Promise<ReadonlySet<string>> {
  const met = new Set<string>();
  await page.route("**/*", async (route) => {
    const real = route.request();
    if (real.method() !== "POST") return route.fallback();
    const id = (await real.allHeaders())["next-action"];
    if (id !== undefined) met.add(id);
    for (const { name, headers } of ATTACKS) {
      const answer = await forge(real, headers);
      expect(answer.status, `${name} at ${new URL(real.url()).pathname}`).toBeGreaterThanOrEqual(400);
      expect(answer.cookies, `${name} at ${new URL(real.url()).pathname} set a cookie`).toBe(0);
    }
    const { pathname } = new URL(real.url());
    // Whoever has no visit cannot give details or pay; what is answered is the page's business, that nothing happens is ours.
    if (pathname.includes("/checkout")) await forge(real, { cookie: undefined });
    await unharmed(pathname);
    await route.continue();
  });
  return met;
}

test("P15: every action refuses what was not asked from our own page, and then does what the page asks", {
  tag: "@sandbox-only",
}, async ({ page, env, boxOffice, sandbox, event, checkout, tickets, named, ofProject }) => {
  test.slow();
  const { price, paid } = ofProject({
    desktop: { price: "61.23", paid: "62.34" },
    phone: { price: "61.24", paid: "62.35" },
  });
  const { eventId, ticketTypeIds } = await boxOffice.putOnSale({
    name: named("The Gatekeeper"),
    ticketTypes: [{ name: "Stalls", price, fee: "1.11" }],
  });
  const type = ticketTypeIds[0]?.[0] ?? 0;
  let placesLeft = 100;
  const met = await attackEveryWrite(page, async (path) => {
    expect(await boxOffice.placesLeft(type)).toBe(placesLeft);
    if (!/checking$|promoter/.test(path)) expect(await sandbox.ledger(paid)).toEqual([]);
  });

  await event.open(eventId);
  await event.choose("Stalls", 1);
  await event.holdTickets();
  placesLeft = 99;
  await checkout.release.click();
  await page.waitForURL(/\/cart/);
  expect(await boxOffice.placesLeft(type)).toBe(100);
  placesLeft = 100;

  await event.open(eventId);
  await event.choose("Stalls", 1);
  await event.holdTickets();
  placesLeft = 99;
  await sandbox.ageHolds(eventId, 13 * 60);
  await page.reload();
  await page.getByRole("button", { name: "Give me more time" }).click();
  await expect(checkout.timer).toHaveText(/1[45]:\d\d/);
  await sandbox.ageHolds(eventId, 3 * 60 * 60 + 60);
  placesLeft = 100;
  await page.reload();
  await page.getByRole("button", { name: "Try to hold the same tickets again" }).click();
  await expect(checkout.timer).toBeVisible();
  placesLeft = 99;
  await checkout.giveDetails();
  await checkout.payWith(LOST_ANSWER);
  await page.waitForURL(/\/sales\//, { timeout: 90_000 });
  await expect(tickets.codes).toHaveCount(1);
  const sale = new URL(page.url()).pathname;
  expect((await sandbox.ledger(paid)).map(({ kind }) => kind)).toEqual(["authorisation", "capture"]);

  await page.goto("/en/promoter/sign-in");
  await page.getByLabel("User name").fill(env.serviceUser ?? "");
  await page.getByLabel("Password", { exact: true }).fill(env.servicePassword ?? "");
  await page.getByRole("button", { name: "Sign in" }).click();
  await page.getByRole("button", { name: "Sign out" }).click();
  await expect(page.getByRole("button", { name: "Sign in" })).toBeVisible();

  const unmet = new Map([...builtActions()].filter(([id]) => !met.has(id)));
  const reached = await attackUnmet(page, unmet, sale);
  expect(
    [...unmet.values()].filter((name) => !reached.includes(name)),
    "actions that no attack reached",
  ).toEqual([]);
});

test("P14: no action carries a value bound by the server", { tag: "@sandbox-only" }, () => {
  const names = [...builtActions().values()];
  expect(names.length).toBeGreaterThan(0);
  expect(names.filter((name) => name.startsWith("$$RSC_SERVER_ACTION_"))).toEqual([]);
});

test("P15: route handlers that write are the known ones", { tag: "@sandbox-only" }, () => {
  const writing = readdirSync("app", { recursive: true, encoding: "utf8" })
    .filter((file) => file.endsWith("route.ts"))
    .filter((file) =>
      /export (async )?(function|const) (POST|PUT|PATCH|DELETE)|export \{[^}]*POST/.test(
        readFileSync(join("app", file), "utf8"),
      ),
    );
  expect(writing.toSorted()).toEqual(["api/auth/[...nextauth]/route.ts", "reserve/route.ts"]);
});
