import { expect, test } from "#e2e/support/fixtures.ts";
import { wallTime } from "#e2e/support/service-client.ts";
import { words } from "#e2e/support/words.ts";

const { language, text } = words;

test.use({ javaScriptEnabled: false });

test("without JavaScript a refused choice in an embed comes back with what was refused and why", {
  tag: ["@purchase", "@service", "@phone-in-full"],
}, async ({ page, serviceClient, uniqueName }) => {
  const { eventId } = await serviceClient.putOnSale({
    name: uniqueName("The Narrow House"),
    capacity: 3,
    ticketTypes: [{ name: "Stalls", price: "45.00", maximumPerOrder: 10 }],
  });
  const go = page.getByRole("button", { name: text("Event.picker.reserve") });
  const field = page.locator('[name^="qty."]:visible');
  const alert = page.getByRole("alert");
  const ofLink = page.getByText(text("Event.picker.linkChanged"));
  await page.goto(`/${language}/embed/events/${eventId}`);
  await go.click();
  await expect(alert).toHaveText(`${text("Event.picker.problem")}${text("Cart.refusal.nothing_chosen")}`);
  await expect(page).toHaveTitle(new RegExp(`^${text("Errors.titleWithError", { title: "The Narrow House" })}`));
  await expect(ofLink).toHaveCount(0);

  await page.goto(`/${language}/embed/events/${eventId}`);
  await field.fill("5");
  await go.click();
  await expect(page).toHaveURL(/\/tickets\?qty\.\d+=5&refused=not_enough$/);
  await expect(alert).toContainText(text("Cart.refusal.not_enough"));
  await expect(alert).toContainText(text("Event.picker.linkFewer", { name: "Stalls", count: 3 }));
  await expect(ofLink).toHaveCount(0);
  // What is left is chosen, so that the next press works.
  await expect(field).toHaveValue("3");
  await go.click();
  await expect(page).toHaveURL(`/${language}/checkout`);

  // The control: what a link asks for, and is not there, is said of the link.
  await page.goto(`/${language}/events/${eventId}/tickets?qty.999999999=1`);
  await expect(page.getByRole("status").filter({ has: ofLink })).toContainText(text("Event.picker.linkUnknown"));
});

test("without JavaScript an embed with many dates has links that look like links, and no button without a field", {
  tag: ["@catalogue", "@service", "@phone-in-full"],
}, async ({ page, serviceClient, uniqueName }) => {
  const { eventId } = await serviceClient.putOnSale({
    name: uniqueName("The Long Run"),
    dates: Array.from({ length: 16 }, (_, at) => wallTime(20 + at)),
  });
  const go = page.getByRole("button", { name: text("Event.picker.reserve") });
  await page.goto(`/${language}/embed/events/${eventId}`);
  const dates = page.getByRole("main").getByRole("listitem").getByRole("link");
  await expect(dates).toHaveCount(16);
  await expect(dates.first()).toHaveCSS("text-decoration-line", "underline");
  await expect(go).toBeHidden();
  await dates.first().click();
  await expect(page.locator('[name^="qty."]:visible')).toHaveCount(1);
  await expect(go).toBeVisible();
});
