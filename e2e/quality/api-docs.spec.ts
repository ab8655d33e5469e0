import { required } from "#e2e/support/env.ts";
import { expect, test } from "#e2e/support/fixtures.ts";

test("the page that describes the interface names its calls, shows an example, and loads nothing from elsewhere", {
  tag: ["@sandbox-only", "@once"],
}, async ({ browser, env }) => {
  const service = new URL(required(env, "service"));
  const context = await browser.newContext({ ignoreHTTPSErrors: true });
  const page = await context.newPage();
  const elsewhere: string[] = [];
  const refused: string[] = [];
  page.on("request", (request) => {
    const { origin, protocol } = new URL(request.url());
    if (protocol !== "data:" && origin !== service.origin) elsewhere.push(request.url());
  });
  page.on("console", (message) => {
    if (message.text().includes("Content Security Policy")) refused.push(message.text());
  });

  await page.goto(`${service.origin}/v2/docs`);
  await expect(page.getByRole("heading", { name: /^Reservations/ })).toBeVisible();
  await page.getByRole("button", { name: "Take tickets out of others" }).click();
  await expect(page.getByText('"ticketType": 1').filter({ visible: true }).first()).toBeVisible();
  expect(elsewhere).toEqual([]);
  expect(refused).toEqual([]);
  await context.close();
});
