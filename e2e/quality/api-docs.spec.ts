import { expect, test } from "#e2e/support/fixtures.ts";
import { required } from "#e2e/support/target/env.ts";

test("the API documentation lists the calls, shows an example, and loads nothing from other origins", {
  tag: ["@sandbox", "@once", "@in-full"],
}, async ({ browser, env }) => {
  const service = new URL(required(env, "service"));
  const context = await browser.newContext({ ignoreHTTPSErrors: true });
  const page = await context.newPage();
  const foreignRequests: string[] = [];
  const policyViolations: string[] = [];
  page.on("request", (request) => {
    const { origin, protocol } = new URL(request.url());
    if (protocol !== "data:" && origin !== service.origin) foreignRequests.push(request.url());
  });
  page.on("console", (message) => {
    if (message.text().includes("Content Security Policy")) policyViolations.push(message.text());
  });

  await page.goto(`${service.origin}/v2/docs`);
  await expect(page.getByRole("heading", { name: /^Reservations/ })).toBeVisible();
  await page.getByRole("button", { name: "Reserve tickets, all of them or none" }).click();
  await expect(page.getByText('"ticketType": 1').filter({ visible: true }).first()).toBeVisible();
  expect(foreignRequests).toEqual([]);
  expect(policyViolations).toEqual([]);
  await context.close();
});
