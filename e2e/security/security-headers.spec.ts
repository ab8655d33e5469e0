import type { Page } from "@playwright/test";
import { expect, test } from "#e2e/support/fixtures.ts";

/** Collects what the browser refused to run. */
async function violations(page: Page): Promise<readonly string[]> {
  const found: string[] = [];
  await page.exposeFunction("tellViolation", (text: string) => found.push(text));
  await page.addInitScript(() => {
    document.addEventListener("securitypolicyviolation", ({ violatedDirective, blockedURI, sourceFile }) => {
      (window as unknown as { tellViolation: (text: string) => void }).tellViolation(
        `${violatedDirective} ${blockedURI} ${sourceFile}`,
      );
    });
  });
  return found;
}

test("static pages have a policy of hashes, on the first answer and the next, and break nothing", {
  tag: "@sandbox-only",
}, async ({ page, serviceClient, event, uniqueName }) => {
  const found = await violations(page);
  const { eventId } = await serviceClient.putOnSale({ name: uniqueName("The Policy") });
  for (const visit of ["first", "second"]) {
    const response = await event.open(eventId);
    const policy = response?.headers()["content-security-policy"] ?? "";
    expect(policy, visit).toMatch(/script-src 'self' ('sha256-[^']+' ?)+;/);
    expect(policy).not.toMatch(/unsafe-inline|unsafe-eval|nonce-/);
    expect(policy).toContain("frame-ancestors 'none'");
    await event.choose("General admission", 1);
    await expect(page.getByText("$47.50").filter({ visible: true }).first()).toBeVisible();
  }
  expect(found).toEqual([]);
});

test("a policy that a visitor sends is written into no page", { tag: ["@sandbox-only", "@once"] }, async ({
  request,
  serviceClient,
  uniqueName,
}) => {
  const { eventId } = await serviceClient.putOnSale({ name: uniqueName("The Poisoned Policy") });
  const nonce = "attacker0".repeat(1_500);
  const address = `/en/events/${eventId}`;
  for (const name of ["Content-Security-Policy", "Content-Security-Policy-Report-Only"]) {
    const drawn = await request.get(address, { headers: { [name]: `script-src 'nonce-${nonce}'` } });
    expect(drawn.status()).toBe(200);
    expect(await drawn.text()).not.toContain("attacker0");
  }
  const kept = await request.get(address);
  expect(await kept.text()).not.toContain("attacker0");
  expect(kept.headers()["content-security-policy"]).toMatch(/script-src 'self' ('sha256-[^']+' ?)+;/);
});

test("a page for scanner tests and an interface for scripts have a whole policy as well", {
  tag: ["@sandbox-only", "@once"],
}, async ({ request }) => {
  const policyOf = async (address: string) => (await request.get(address)).headers()["content-security-policy"];
  expect(await policyOf("/en/qr-test")).toMatch(
    /^default-src 'self'; script-src 'self' 'nonce-[^']+'; .*frame-ancestors 'none'$/,
  );
  for (const address of ["/api/health", "/api/cart", "/api/availability/1"])
    expect(await policyOf(address), address).toBe(
      "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    );
});

test("a browser finds an icon where it always looks for one", { tag: ["@sandbox-only", "@once"] }, async ({
  page,
  request,
}) => {
  const icon = await request.get("/favicon.ico");
  expect([icon.status(), icon.headers()["content-type"]]).toEqual([200, "image/x-icon"]);
  await page.goto("/en");
  const side = await page.evaluate(async () => {
    const picture = new Image();
    picture.src = "/favicon.ico";
    await picture.decode();
    return picture.naturalWidth;
  });
  expect(side).toBe(48);
});

test("P03: the pay page's headers are exactly these", { tag: "@sandbox-only" }, async ({
  page,
  serviceClient,
  event,
  checkout,
  uniqueName,
}) => {
  const found = await violations(page);
  const { eventId } = await serviceClient.putOnSale({ name: uniqueName("The Headers") });
  await event.open(eventId);
  await event.choose("General admission", 1);
  await event.reserveTickets();
  await checkout.submitDetails();
  const response = await page.reload();
  const headers = response?.headers() ?? {};
  expect(headers["content-security-policy"]?.replace(/'nonce-[A-Za-z0-9+/=]{22,}'/, "'nonce-…'")).toBe(
    "default-src 'self'; script-src 'self' 'nonce-…'; style-src 'self'; img-src 'self' data: blob:; font-src 'self'; " +
      "connect-src 'self'; object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'",
  );
  expect(headers["cache-control"]).toContain("no-store");
  expect(headers["x-content-type-options"]).toBe("nosniff");
  expect(headers["x-frame-options"]).toBe("DENY");
  expect(headers["x-powered-by"]).toBeUndefined();
  expect(found).toEqual([]);
});

test("the visitor's cookie is sealed, and no page or address holds a key", { tag: "@sandbox-only" }, async ({
  page,
  context,
  serviceClient,
  event,
  checkout,
  uniqueName,
}) => {
  const { eventId } = await serviceClient.putOnSale({ name: uniqueName("The Cookie") });
  await event.open(eventId);
  await event.choose("General admission", 1);
  await event.reserveTickets();
  await checkout.submitDetails();
  const cookie = (await context.cookies()).find(({ name }) => name === "__Host-foyer");
  expect(cookie).toMatchObject({ httpOnly: true, secure: true, sameSite: "Lax", path: "/" });
  expect(cookie?.value.split(".")).toHaveLength(5);
  await checkout.payWithGoodCard();
  expect(new URL(page.url()).pathname).not.toMatch(/\/[A-Z0-9]{10}(\/|$)/);
});
