import { ADA } from "#e2e/pages/checkout-page.ts";
import { expectAccessible } from "#e2e/support/accessibility.ts";
import { expect, test } from "#e2e/support/fixtures.ts";
import en from "#messages/en.json" with { type: "json" };

const words = en.NewLink;

test("a buyer whose link is in the wrong hands makes a new one, and the old one is as unknown as any other", {
  tag: ["@sandbox-only", "@phone-in-full"],
}, async ({ page, serviceClient, event, checkout, tickets, uniqueName, env }) => {
  const { eventId } = await serviceClient.putOnSale({ name: uniqueName("Bartholomew Fair") });
  await event.open(eventId);
  await event.choose("General admission", 1);
  await event.reserveTickets();
  await checkout.submitDetails();
  await checkout.payWithGoodCard();
  const code = await tickets.scan(0);
  const old = page.url();

  await page.getByRole("link", { name: words.send }).click();
  await expectAccessible(page, "a new link");
  await page.getByLabel(words.email).fill("grace@example.com");
  await page.getByRole("button", { name: words.send }).click();
  await expect(page.getByRole("alert", { name: words.problem })).toContainText(words.wrong);
  expect((await page.request.get(old)).status()).toBe(200);

  await page.getByLabel(words.email).fill(ADA.email);
  await page.getByRole("button", { name: words.send }).click();
  await page.waitForURL((url) => /\/sales\/[^/]+$/.test(url.pathname) && url.href !== old);
  expect(await tickets.scan(0)).toBe(code);

  const unknown = new URL(`/en/sales/${"x".repeat(40)}.y.z`, env.address).href;
  for (const below of ["", "/pdf", "/calendar", "/new-link"]) {
    const [revoked, absent] = await Promise.all([page.request.get(old + below), page.request.get(unknown + below)]);
    expect([revoked.status(), absent.status()], below).toEqual([404, 404]);
    expect(revoked.headers()["cache-control"]).toBe(absent.headers()["cache-control"]);
  }
});
