import type { Page } from "@playwright/test";
import { expect, test } from "#e2e/support/fixtures.ts";
import { clickHydrated } from "#e2e/tools/click-hydrated.ts";
import { cookieAt } from "#e2e/tools/cookie-names.ts";

/** Returns a list to which the page's violations of its Content-Security-Policy are added. */
async function policyViolations(page: Page): Promise<readonly string[]> {
  const found: string[] = [];
  await page.exposeFunction("reportViolation", (text: string) => found.push(text));
  await page.addInitScript(() => {
    document.addEventListener("securitypolicyviolation", ({ violatedDirective, blockedURI, sourceFile }) => {
      (window as unknown as { reportViolation: (text: string) => void }).reportViolation(
        `${violatedDirective} ${blockedURI} ${sourceFile}`,
      );
    });
  });
  return found;
}

test("static pages have a policy with script hashes, uncached and cached, without violations", {
  tag: ["@catalogue", "@phone-in-full"],
}, async ({ page, anyTickets, event, words }) => {
  const found = await policyViolations(page);
  const { eventId, row } = await anyTickets.open();
  for (const visit of ["first", "second"]) {
    const response = await event.open(eventId);
    const policy = response?.headers()["content-security-policy"] ?? "";
    expect(policy, visit).toMatch(/script-src 'self' ('sha256-[^']+' ?)+;/);
    expect(policy).not.toMatch(/unsafe-inline|unsafe-eval|nonce-/);
    expect(policy).toContain("frame-ancestors 'none'");
    await clickHydrated(row.getByRole("button", { name: words.like("Event.picker.more") }));
    await expect(page.getByText(words.like("Event.picker.chosen"))).toBeVisible();
  }
  expect(found).toEqual([]);
});

test("a Content-Security-Policy request header has no effect on the page or its cached copy", {
  tag: ["@catalogue", "@once"],
}, async ({ request, anyTickets, words }) => {
  const { eventId } = await anyTickets.open();
  const nonce = "attacker0".repeat(1_500);
  const address = `/${words.language}/events/${eventId}`;
  for (const name of ["Content-Security-Policy", "Content-Security-Policy-Report-Only"]) {
    const response = await request.get(address, { headers: { [name]: `script-src 'nonce-${nonce}'` } });
    expect(response.status()).toBe(200);
    expect(await response.text()).not.toContain("attacker0");
  }
  const kept = await request.get(address);
  expect(await kept.text()).not.toContain("attacker0");
  expect(kept.headers()["content-security-policy"]).toMatch(/script-src 'self' ('sha256-[^']+' ?)+;/);
});

test("the API routes have a policy that allows nothing", { tag: ["@catalogue", "@once"] }, async ({ request }) => {
  for (const address of ["/api/health", "/api/open-cart", "/api/availability/1", "/api/line/1"])
    expect((await request.get(address)).headers()["content-security-policy"], address).toBe(
      "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    );
});

test("serves /favicon.ico as an icon of 48 pixels", { tag: ["@catalogue", "@once"] }, async ({
  page,
  request,
  words,
}) => {
  const icon = await request.get("/favicon.ico");
  expect([icon.status(), icon.headers()["content-type"]]).toEqual([200, "image/x-icon"]);
  await page.goto(`/${words.language}`);
  const side = await page.evaluate(async () => {
    const picture = new Image();
    picture.src = "/favicon.ico";
    await picture.decode();
    return picture.naturalWidth;
  });
  expect(side).toBe(48);
});

test("P03: the pay page has exactly these security headers", { tag: ["@purchase", "@phone-in-full"] }, async ({
  page,
  anyTickets,
  buyer,
  checkout,
}) => {
  const found = await policyViolations(page);
  await anyTickets.reserve();
  await checkout.openPayment(buyer);
  const response = await page.reload();
  const headers = response?.headers() ?? {};
  expect(headers["content-security-policy"]?.replace(/'nonce-[A-Za-z0-9+/=]{22,}'/, "'nonce-…'")).toBe(
    "default-src 'self'; script-src 'self' 'nonce-…'; style-src 'self'; img-src 'self' data: blob:; font-src 'self'; " +
      "connect-src 'self'; worker-src 'self'; object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'",
  );
  expect(headers["cache-control"]).toContain("no-store");
  expect(headers["x-content-type-options"]).toBe("nosniff");
  expect(headers["x-frame-options"]).toBe("DENY");
  expect(headers["referrer-policy"]).toBe("same-origin");
  expect(headers["permissions-policy"]).toBe(
    "camera=(), microphone=(), geolocation=(), payment=(), usb=(), browsing-topics=()",
  );
  expect(headers["cross-origin-opener-policy"]).toBe("same-origin-allow-popups");
  expect(headers["x-powered-by"]).toBeUndefined();
  expect(found).toEqual([]);
});

test("the visitor's cookie is encrypted, and no address contains a reservation key", {
  tag: ["@purchase", "@buys", "@phone-in-full"],
}, async ({ page, context, env, anyTickets, event, buyer, checkout }) => {
  const paths = new Set<string>();
  page.on("framenavigated", (frame) => paths.add(new URL(frame.url()).pathname));
  await anyTickets.choose();
  await event.reserveTickets();
  await checkout.submitDetails(buyer);
  const cookie = (await context.cookies()).find(({ name }) => name === cookieAt(env.address, "foyer"));
  const secure = env.address.startsWith("https:");
  expect(cookie).toMatchObject({ httpOnly: true, secure, sameSite: "Lax", path: "/" });
  expect(cookie?.value.split(".")).toHaveLength(5);
  await checkout.payWithGoodCard();
  expect(paths.size).toBeGreaterThan(3);
  for (const path of paths) expect(path).not.toMatch(/\/[A-Z0-9]{10}(\/|$)/);
});
