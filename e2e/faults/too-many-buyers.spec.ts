import { expect, test } from "#e2e/support/fixtures.ts";
import { words } from "#e2e/support/words.ts";

const { text } = words;
/** More than the page sends by itself. */
const ALWAYS = 100;
const WAIT_SECONDS = 1;
const SENT_BY_ITSELF = 4;

test.describe("P37: with too many buyers the event page says that nothing is reserved, keeps the tickets", {
  tag: ["@purchase", "@service", "@phone-in-full"],
}, () => {
  for (const [what, refusals] of [
    ["and reserves them by itself", 2],
    ["and leaves it to the visitor after a few tries", ALWAYS],
  ] as const)
    test(what, async ({ page, serviceClient, event, checkout, uniqueName }) => {
      const { eventId } = await serviceClient.putOnSale({ name: uniqueName("The Crush") });
      await event.open(eventId);
      await event.choose("General admission", 2);
      let sent = 0;
      await page.route(`**/events/${eventId}`, async (route) => {
        if (route.request().method() !== "POST") return route.continue();
        sent += 1;
        if (sent > refusals) return route.continue();
        const headers = { "Content-Type": "text/plain", "Retry-After": `${WAIT_SECONDS}` };
        return route.fulfill({ status: 503, headers, body: `busy ${WAIT_SECONDS}` });
      });
      await event.continueButton.click();
      const alert = page.getByRole("alert").filter({ hasText: text("Event.picker.busyTitle") });
      await expect(alert).toContainText(text("Event.picker.busyWaiting"));
      if (refusals !== ALWAYS) return expect(checkout.reserved(2)).toBeVisible();

      await expect(alert).toContainText(text("Event.picker.busy"));
      expect(sent).toBe(SENT_BY_ITSELF);
      await expect(event.quantity("General admission")).toHaveValue("2");
      await page.unroute(`**/events/${eventId}`);
      await event.reserveTickets();
    });
});
