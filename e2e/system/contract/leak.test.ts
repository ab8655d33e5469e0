import assert from "node:assert/strict";
import { join } from "node:path";
import { test } from "node:test";
import { STOREFRONT, storefrontSecrets } from "#e2e/system/contract/put-on-sale.ts";
import { builtActions } from "#e2e/tools/built-storefront.ts";
import { acceptingCookies, cookieAt } from "#e2e/tools/cookie-names.ts";
import { decompressed, fetchStorefront, type Served } from "#e2e/tools/fetch-storefront.ts";
import { assertNoLeaks, leaksBelow, leaksInMessage, type Needle, needlesOf } from "#e2e/tools/leak-scan.ts";
import { listEvents } from "#lib/ticketing/one-by-one/listed-events.ts";

const { data, shop, keys } = storefrontSecrets();
const needles: readonly Needle[] = [
  ...needlesOf(shop),
  ...keys.flatMap((password) => needlesOf({ user: "key", password })),
];

const BOUNDARY = "-----------------garbage-of-leaks";
const FORM = { "content-type": `multipart/form-data; boundary=${BOUNDARY}` };
const GARBAGE = `--${BOUNDARY}\r\nContent-Disposition: form-data; name="_1_$ACTION_REF_1"\r\n\r\n{"__proto__":1}\r\n--${BOUNDARY}\r\nContent-Disposition: form-data; name="0"\r\n\r\n[null,"$K1"]\r\n--${BOUNDARY}--\r\n`;

/** Requests for a page: plain, by the router, with the wrong method, malformed and too large. */
const REQUESTS = [
  {},
  { method: "HEAD" },
  { headers: { rsc: "1", "next-router-prefetch": "1" } },
  { headers: { cookie: `${cookieAt(STOREFRONT, "foyer")}=x.y.z; ${cookieAt(STOREFRONT, "foyer-promoter")}=x` } },
  { method: "POST", headers: { ...FORM, origin: STOREFRONT, ...acceptingCookies(STOREFRONT) }, body: GARBAGE },
  { method: "POST", headers: { ...FORM, origin: "https://evil.example" }, body: GARBAGE },
  { method: "POST", headers: { "content-type": "application/json" }, body: "{" },
  { method: "PUT", body: "x".repeat(100_000) },
  { method: "DELETE" },
] as const;

async function storefrontPaths(): Promise<readonly string[]> {
  const [{ id } = { id: 1 }] = (await listEvents()).events;
  const pages = ["", "/cart", "/checkout", "/checkout/pay", "/checkout/pay/checking", "/promoter", "/promoter/sign-in"];
  const odd = [
    `/events/${id}`,
    "/events/900000000000",
    "/events/..%2f",
    "/sales/x.y.z",
    "/sales/x/pdf",
    "/sales/x/calendar",
  ];
  const api = [
    `availability/${id}`,
    "availability/x",
    "held",
    "health",
    "ready",
    "auth/session",
    "auth/csrf",
    "auth/providers",
  ];
  return [
    ...[...pages, ...odd].map((path) => `/en${path}`),
    ...api.map((path) => `/api/${path}`),
    "/",
    "/xx",
    "/brand.css",
    "/robots.txt",
    "/.well-known/foyer-environment",
    "/_next/data/x",
    "/.env",
    "/%00",
  ];
}

function leaksOf(served: readonly Served[], sought: readonly Needle[] = needles) {
  return served.flatMap(({ where, headers, body }) => leaksInMessage(where, headers, body, sought));
}

test("P13: no answer to any kind of request contains a credential or a key", async () => {
  const served: Served[] = [];
  for (const path of await storefrontPaths()) {
    for (const request of REQUESTS) served.push(await fetchStorefront(STOREFRONT, { path, ...request }));
  }
  const text = served.map(decompressed).join("\n");
  for (const path of new Set(text.match(/\/_next\/static\/[\w./~-]+/g)))
    served.push(await fetchStorefront(STOREFRONT, { path }));
  assertNoLeaks(leaksOf(served));

  // The control: the same search finds a text that is served.
  const [{ name } = { name: "" }] = (await listEvents()).events;
  assert.notDeepEqual(leaksOf(served, needlesOf({ user: "control", password: name })), []);
});

test("P13: no action answers malformed arguments with a credential", async () => {
  const bodies = [GARBAGE, "[]", "", "0=[", '["$K1"]', "x".repeat(50_000)];
  const served: Served[] = [];
  for (const { id } of builtActions()) {
    for (const body of bodies) {
      for (const origin of [STOREFRONT, "https://evil.example"]) {
        const headers = { ...FORM, origin, "next-action": id, accept: "text/x-component" };
        served.push(await fetchStorefront(STOREFRONT, { method: "POST", path: "/en/checkout", headers, body }));
      }
    }
  }
  assert.ok(served.length > 0);
  assertNoLeaks(leaksOf(served));
});

test("P13: no file of the build and no log contains a credential or a key", async () => {
  const leaks = await Promise.all(
    [join(".next", "server"), join(".next", "static"), join(data, "logs")].map(async (folder) =>
      (await leaksBelow(folder, needles)).map(({ where, needle }) => ({ where: join(folder, where), needle })),
    ),
  );
  assertNoLeaks(leaks.flat());
});
