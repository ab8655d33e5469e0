import { expectAccessible } from "#e2e/support/accessibility.ts";
import { expect, test } from "#e2e/support/fixtures.ts";

test("P26: creates a new order link for the buyer's email, and answers the revoked one like an unknown one", {
  tag: ["@purchase", "@buys", "@phone-in-full"],
}, async ({ page, anyTickets, buyer, checkout, tickets, env, words }) => {
  const email = page.getByLabel(words.text("NewLink.email"), { exact: true });
  const send = page.getByRole("button", { name: words.text("NewLink.send") });
  await anyTickets.reserve();
  await checkout.buy(buyer);
  const code = await tickets.scan(0);
  const old = page.url();

  await page.getByRole("link", { name: words.text("NewLink.send") }).click();
  await expect(email).toBeVisible();
  await expectAccessible(page, "a new link");
  await email.fill("grace@example.com");
  await send.click();
  await expect(page.getByRole("alert", { name: words.text("NewLink.problem") })).toContainText(
    words.text("NewLink.wrong"),
  );
  expect((await page.request.get(old)).status()).toBe(200);

  await email.fill(buyer.email);
  await send.click();
  await page.waitForURL((url) => /\/sales\/[^/]+$/.test(url.pathname) && url.href !== old);
  expect(await tickets.scan(0)).toBe(code);

  const unknown = new URL(`/${words.language}/sales/${"x".repeat(40)}.y.z`, env.address).href;
  for (const below of ["", "/pdf", "/calendar", "/new-link"]) {
    const [revoked, absent] = await Promise.all([page.request.get(old + below), page.request.get(unknown + below)]);
    expect([revoked.status(), absent.status()], below).toEqual([404, 404]);
    expect(revoked.headers()["cache-control"]).toBe(absent.headers()["cache-control"]);
  }
});
