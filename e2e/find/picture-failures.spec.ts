import type { Page } from "@playwright/test";
import { expect, test } from "#e2e/support/fixtures.ts";
import { noticeableShifts } from "#e2e/support/paints.ts";
import { required } from "#e2e/support/target/env.ts";
import { words } from "#e2e/support/words.ts";

const { language } = words;

/** Addresses of the sandbox's service that have no usable picture, and addresses that are not requested at all. */
const UNUSABLE: readonly (readonly [what: string, path: (origin: string) => string])[] = [
  ["is not found", (origin) => `${origin}/pictures/demo/none.jpg`],
  ["is not a picture", (origin) => `${origin}/v2/docs`],
  ["is on a private network", () => "https://127.0.0.1/picture.jpg"],
  ["is that of a cloud's credentials", () => "https://169.254.169.254/latest/meta-data"],
  ["does not exist", () => "https://pictures.invalid/picture.jpg"],
];

test.use({ viewport: { width: 390, height: 844 } });

test("an event whose picture's address is unusable shows the generated poster, and nothing moves", {
  tag: ["@sandbox", "@service", "@once"],
}, async ({ page, env, serviceClient, uniqueName }) => {
  test.slow();
  const foreign: string[] = [];
  page.on("request", (request) => {
    if (new URL(request.url()).origin !== new URL(env.address).origin) foreign.push(request.url());
  });
  for (const [what, pathOf] of UNUSABLE)
    await test.step(what, async () => {
      const heroImageUrl = pathOf(new URL(required(env, "service")).origin);
      const { eventId, name } = await serviceClient.putOnSale({ name: uniqueName(`No face: ${what}`) });
      expect((await serviceClient.call("PUT", `/event/${eventId}`, { heroImageUrl })).status).toBe(200);
      await page.goto(`/${language}/events/${eventId}`);
      await expect(page.getByRole("heading", { level: 1 })).toHaveText(name);
      await showsPoster(page);
    });
  expect(foreign).toEqual([]);
});

async function showsPoster(page: Page): Promise<void> {
  await expect(page.locator("main svg[viewBox='0 0 400 400']").first()).toBeVisible();
  await expect(page.locator("main picture")).toHaveCount(0);
  expect(await noticeableShifts(page)).toEqual([]);
}
