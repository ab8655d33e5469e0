import { type Page, test } from "@playwright/test";
import { press } from "./press.ts";

/** The event page as a visitor sees it. It finds and acts; the spec decides what to expect. */
export function eventPage(page: Page) {
  const group = (ticketType: string) => page.getByRole("group", { name: ticketType });
  const more = (ticketType: string) => group(ticketType).getByRole("button", { name: /^(One more|Add|\+)/ });
  const fewer = (ticketType: string) => group(ticketType).getByRole("button", { name: /^(One fewer|Remove|−)/ });
  const hold = page.getByRole("button", { name: "Continue" });

  return {
    group,
    more,
    fewer,
    hold,
    open: (eventId: number, query = "") => page.goto(`/en/events/${eventId}${query}`),
    choose: (ticketType: string, quantity: number) =>
      test.step(`Choose ${quantity} ${ticketType}`, async () => {
        for (let n = 0; n < quantity; n++) await press(more(ticketType));
      }),
    holdTickets: () =>
      test.step("Hold the tickets", async () => {
        await hold.click();
        await page.waitForURL(/\/checkout$/);
      }),
  };
}
