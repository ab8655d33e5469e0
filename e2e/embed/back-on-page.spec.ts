import { element } from "#e2e/pages/embedding-page.ts";
import { expect, test } from "#e2e/support/fixtures.ts";
import { openPromoterPage } from "#e2e/support/promoter-page.ts";
import { words } from "#e2e/support/words.ts";

// A custom header would turn the cross-origin requests of a promoter's page into preflighted ones.
test.use({ extraHTTPHeaders: {} });

const PAID = {
  ...{ v: 1, site: "longlight.example", order: "K7Q2", event: 12, tickets: 2, sum: 95, currency: "NZD" },
  at: new Date().toISOString(),
};
const REFERENCE = `${Buffer.from(JSON.stringify(PAID)).toString("base64url")}.c2lnbmVk`;

const LISTENER =
  '<script>window.paid = []; document.addEventListener("foyer:paid", (event) => paid.push(event.detail))</script>';

test("a page that a buyer comes back to gets foyer:paid once for an order, also under a strict policy", {
  tag: ["@service", "@once", "@sandbox"],
}, async ({ page, env, serviceClient, uniqueName }) => {
  const { eventId } = await serviceClient.putOnSale({ name: uniqueName("The Return") });
  const { html } = element(env.address, eventId);
  const policy = `default-src 'none'; script-src 'unsafe-inline' ${env.address}; frame-src ${env.address}; base-uri 'none'`;
  const promoter = await openPromoterPage({
    "/": { html: LISTENER + html, headers: { "Content-Security-Policy": policy } },
  });
  const paid = () => page.evaluate(() => (window as unknown as { paid: readonly object[] }).paid);
  await page.goto(`${promoter.registered}/?from=shop#foyer=${REFERENCE}`);
  await expect.poll(paid).toEqual([{ ...PAID, reference: REFERENCE }]);
  await expect(page).toHaveURL(`${promoter.registered}/?from=shop`);
  await expect(page.frameLocator("foyer-tickets iframe").getByRole("heading", { name: /The Return/ })).toBeVisible();
  await page.reload();
  await expect(page.getByRole("link", { name: "Buy tickets" }), "the frame is ready").toBeHidden();
  expect(await paid()).toEqual([]);
  await page.goto(`${promoter.registered}/?from=order#foyer=${REFERENCE}`);
  await expect(page).toHaveURL(`${promoter.registered}/?from=order`);
  await expect(page.getByRole("link", { name: "Buy tickets" }), "the frame is ready").toBeHidden();
  expect(await paid(), "the link was followed again").toEqual([]);
  const kept = () => [Object.keys(sessionStorage), localStorage.length, document.cookie];
  expect(await page.evaluate(kept)).toEqual([["foyer:paid:K7Q2"], 0, ""]);
  await promoter.close();
});

test("a page that the shop opens for a check answers to the shop alone, with the state of its frame", {
  tag: ["@service", "@once", "@sandbox"],
}, async ({ page, env, serviceClient, uniqueName }) => {
  const { eventId } = await serviceClient.putOnSale({ name: uniqueName("The Checked Page") });
  const promoter = await openPromoterPage({ "/": element(env.address, eventId) });
  const openChecked = (address: string) =>
    page.evaluate((to) => {
      Object.assign(window, { answers: [] });
      addEventListener("message", ({ data, origin }) =>
        (window as unknown as { answers: object[] }).answers.push({ ...data, origin }),
      );
      window.open(to);
    }, address);
  const last = () => page.evaluate(() => (window as unknown as { answers: object[] }).answers.at(-1));

  await page.goto(`/${words.language}`);
  const [opened] = await Promise.all([
    page.waitForEvent("popup"),
    openChecked(`${promoter.registered}/#foyer-check=n1`),
  ]);
  await expect.poll(last).toEqual({
    ...{ foyer: "check", v: 1, nonce: "n1", version: "1.2.0", elements: 1, origin: promoter.registered },
    frames: [{ event: eventId, state: "ready" }],
  });
  await opened.close();

  // The control: a page of another origin that opens it hears nothing, although the frame is ready.
  await page.goto(`${promoter.unregistered}/`);
  const [again] = await Promise.all([
    page.waitForEvent("popup"),
    openChecked(`${promoter.registered}/#foyer-check=n2`),
  ]);
  await expect(again.getByRole("link", { name: "Buy tickets" })).toBeHidden();
  expect(await last()).toBeUndefined();
  await promoter.close();
});
