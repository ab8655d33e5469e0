import { ADA } from "#e2e/pages/checkout-page.ts";
import { expectAccessible } from "#e2e/support/accessibility.ts";
import { expect, test } from "#e2e/support/fixtures.ts";
import en from "#messages/en.json" with { type: "json" };

const messages = en.NewLink;

test("P26: creates a new order link for the buyer's email, and answers the revoked one like an unknown one", {
  tag: ["@purchase", "@service", "@phone-in-full"],
}, async ({ page, checkout, tickets, env, putOnSaleAndReserve }) => {
  await putOnSaleAndReserve("Bartholomew Fair");
  await checkout.submitDetails();
  await checkout.payWithGoodCard();
  const code = await tickets.scan(0);
  const old = page.url();

  await page.getByRole("link", { name: messages.send }).click();
  await expectAccessible(page, "a new link");
  await page.getByLabel(messages.email).fill("grace@example.com");
  await page.getByRole("button", { name: messages.send }).click();
  await expect(page.getByRole("alert", { name: messages.problem })).toContainText(messages.wrong);
  expect((await page.request.get(old)).status()).toBe(200);

  await page.getByLabel(messages.email).fill(ADA.email);
  await page.getByRole("button", { name: messages.send }).click();
  await page.waitForURL((url) => /\/sales\/[^/]+$/.test(url.pathname) && url.href !== old);
  expect(await tickets.scan(0)).toBe(code);

  const unknown = new URL(`/en/sales/${"x".repeat(40)}.y.z`, env.address).href;
  for (const below of ["", "/pdf", "/calendar", "/new-link"]) {
    const [revoked, absent] = await Promise.all([page.request.get(old + below), page.request.get(unknown + below)]);
    expect([revoked.status(), absent.status()], below).toEqual([404, 404]);
    expect(revoked.headers()["cache-control"]).toBe(absent.headers()["cache-control"]);
  }
});
