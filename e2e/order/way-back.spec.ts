import type { APIRequestContext, Page } from "@playwright/test";
import { expect, test } from "#e2e/support/fixtures.ts";
import { openPromoterPage } from "#e2e/support/promoter-page.ts";
import type { ServiceClient } from "#e2e/support/service-client.ts";
import { words } from "#e2e/support/words.ts";

const { language, text } = words;

/** Returns the id of a new site whose pages below `/thanks` buyers may be sent back to. */
async function registerSite(service: ServiceClient, origin: string, returnPrefix: string | null): Promise<number> {
  const { body } = await service.call("GET", "/user/login");
  const path = `/account/${Object(body.account).id}/sites`;
  const { status, body: site } = await service.call("POST", path, { origin, returnPrefix });
  expect(status, JSON.stringify(site)).toBe(200);
  return Number(site.id);
}

/** Reserves by the form of a frame, which repeats the fields of its link. */
async function reserveFrom(page: Page, address: string, fields: Readonly<Record<string, string>>): Promise<void> {
  await page.goto(`/${language}/cart`);
  await page.evaluate(
    ([action, all]) => {
      const form = Object.assign(document.createElement("form"), { method: "post", action });
      for (const [name, value] of Object.entries(all))
        form.append(Object.assign(document.createElement("input"), { name, value }));
      document.body.append(form);
      form.submit();
    },
    [`${address}/reserve`, fields] as const,
  );
  await page.waitForURL(/\/checkout$/);
}

const wayBack = (page: Page, host: string) => page.getByRole("link", { name: text("WaysBack.back", { host }) });

async function ask(request: APIRequestContext, reference: string) {
  const answer = await request.get(`/api/paid?${new URLSearchParams({ reference })}`);
  return { status: answer.status(), body: await answer.json() };
}

test("a paid order leads back to the page that it was begun on, with a signed reference of it and nothing of its buyer", {
  tag: ["@service", "@sandbox", "@buys", "@purchase", "@phone-in-full"],
}, async ({ page, env, request, serviceClient, checkout, tickets, buyer, uniqueName }) => {
  const promoter = await openPromoterPage({ "/thanks/you": { html: "<h1>Thank you</h1>" } });
  const site = await registerSite(serviceClient, promoter.registered, "/thanks");
  const { eventId, ticketTypeIds } = await serviceClient.putOnSale({
    name: uniqueName("The Play and Back"),
    ticketTypes: [{ name: "Stalls", price: "45.00", fee: "2.50" }],
  });
  const field = `qty.${ticketTypeIds[0]?.[0]}`;
  const source = { ref: "dj-kim", gclid: "g1", return: `${site}:/thanks/you` };
  await reserveFrom(page, env.address, { event: `${eventId}`, locale: language, [field]: "2", ...source });
  await checkout.buy(buyer);
  await expect(tickets.codes).toHaveCount(2);
  const orderPage = page.url();
  const link = wayBack(page, new URL(promoter.registered).host);
  const address = new URL((await link.getAttribute("href")) ?? "");
  expect(address.origin + address.pathname + address.search).toBe(`${promoter.registered}/thanks/you`);
  const [, reference = ""] = /^#foyer=([\w.-]+)$/.exec(address.hash) ?? [];
  const { status, body } = await ask(request, reference);
  expect([status, body]).toEqual([
    200,
    {
      v: 1,
      site: new URL(promoter.registered).host,
      order: expect.stringMatching(/^[0-9A-Z]{4,8}$/),
      event: eventId,
      tickets: 2,
      sum: 95,
      currency: expect.stringMatching(/^[A-Z]{3}$/),
      clickIds: { gclid: "g1" },
      at: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
    },
  ]);
  expect(
    (
      await ask(
        request,
        reference.replace(/^./, (one) => (one === "e" ? "f" : "e")),
      )
    ).status,
  ).toBe(404);
  const [visit] = await Promise.all([page.waitForRequest(`${promoter.registered}/thanks/you`), link.click()]);
  expect(await visit.headerValue("referer"), "no link of an order is told").toBeNull();

  await test.step("another browser with the order's link is not led anywhere", async () => {
    const other = await page.context().browser()?.newContext();
    const theirs = await other?.newPage();
    await theirs?.goto(orderPage);
    await expect(
      theirs?.getByRole("heading", { name: text("Sale.title"), exact: true }) ?? page.locator("none"),
    ).toBeVisible();
    await expect(wayBack(theirs ?? page, new URL(promoter.registered).host)).toHaveCount(0);
    await other?.close();
  });
  await serviceClient.call("DELETE", `/site/${site}`);
  await page.goto(orderPage);
  await expect(tickets.codes).toHaveCount(2);
  await expect(link, "the site was removed").toHaveCount(0);
  await promoter.close();
});

test("no link leads a buyer to another path, site or account", {
  tag: ["@service", "@sandbox", "@buys", "@purchase", "@once"],
}, async ({ page, env, serviceClient, checkout, tickets, uniqueName }) => {
  const promoter = await openPromoterPage({});
  const [site, without] = [
    await registerSite(serviceClient, promoter.registered, "/thanks"),
    await registerSite(serviceClient, promoter.unregistered.replace("unregistered.localhost", "localhost"), null),
  ];
  for (const to of [`${site}:/thanks/../evil`, `${without}:/thanks`, "999999999:/thanks", `${site}://evil.example`]) {
    const { eventId, ticketTypeIds } = await serviceClient.putOnSale({ name: uniqueName("The Play and Away") });
    const fields = { event: `${eventId}`, locale: language, [`qty.${ticketTypeIds[0]?.[0]}`]: "1", return: to };
    await reserveFrom(page, env.address, fields);
    await checkout.buy();
    await expect(tickets.codes).toHaveCount(1);
    await expect(page.locator('a[href*="#foyer="]'), to).toHaveCount(0);
  }
  for (const id of [site, without]) await serviceClient.call("DELETE", `/site/${id}`);
  await promoter.close();
});
