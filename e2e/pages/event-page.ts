import { type Page, test } from "@playwright/test";
import { clickHydrated } from "./click-hydrated.ts";

/** The event page as a visitor sees it. It finds and acts; the spec decides what to expect. */
export function eventPage(page: Page) {
  const group = (ticketType: string) => page.getByRole("group", { name: ticketType });
  const more = (ticketType: string) => group(ticketType).getByRole("button", { name: /^(One more|Add|\+)/ });
  const fewer = (ticketType: string) => group(ticketType).getByRole("button", { name: /^(One fewer|Remove|−)/ });
  const continueButton = page.getByRole("button", { name: "Continue" });

  return {
    group,
    more,
    fewer,
    continueButton,
    open: (eventId: number, query = "") => page.goto(`/en/events/${eventId}${query}`),
    choose: (ticketType: string, quantity: number) =>
      test.step(`Choose ${quantity} ${ticketType}`, async () => {
        for (let n = 0; n < quantity; n++) await clickHydrated(more(ticketType));
      }),
    reserveTickets: () =>
      test.step("Reserve the tickets", async () => {
        await continueButton.click();
        await page.waitForURL(/\/checkout$/);
      }),
  };
}
