import { expect, type Page, test } from "@playwright/test";
import type { checkoutPage } from "#e2e/pages/checkout-page.ts";
import { openSandbox } from "./sandbox.ts";
import { offers } from "./target/capabilities.ts";
import type { Environment } from "./target/env.ts";

/** Lets a reservation expire: at once where the target offers `clock`, elsewhere by waiting for its deadline. */
export type Expiry = Awaited<ReturnType<typeof openExpiry>>;

type Needs = {
  readonly page: Page;
  readonly env: Environment;
  readonly checkout: ReturnType<typeof checkoutPage>;
};

/** A reservation lasts 15 minutes in the sandbox; another service may have chosen other limits. */
const SECONDS = 15 * 60;
/** The page may be late, and the test has more to do afterwards. */
const MARGIN_SECONDS = 60;

/** Call this before the page is opened, since it may replace the page's clock. */
export async function openExpiry({ page, env, checkout }: Needs) {
  const isInstant = offers(env, "clock");
  if (isInstant) await page.clock.install();

  async function expireNow(eventId: number): Promise<void> {
    await checkout.timerRuns();
    await openSandbox(env).ageReservations(eventId, SECONDS);
    await page.clock.fastForward(SECONDS * 1000 + 2_000);
    await expect(checkout.expiredHeading).toBeVisible();
    await page.clock.resume();
  }

  async function waitForDeadline(): Promise<void> {
    const left = await checkout.secondsLeft();
    const info = test.info();
    const what = `Wait ${Math.ceil(left / 60)} minutes until the reservation expires`;
    console.log(`${what}: [${info.project.name}] ${info.title}`);
    info.setTimeout(info.timeout + (left + MARGIN_SECONDS) * 1000);
    await test.step(what, () =>
      expect(checkout.expiredHeading).toBeVisible({ timeout: (left + MARGIN_SECONDS) * 1000 }),
    );
  }

  return {
    /** Returns once the open page of the checkout shows that the event's reservation has expired. */
    expire: (eventId: number): Promise<void> =>
      isInstant ? test.step("Make the reservation expire", () => expireNow(eventId)) : waitForDeadline(),
  };
}
