import { amountIn } from "#e2e/support/amounts.ts";
import { expect, test } from "#e2e/support/fixtures.ts";
import { words } from "#e2e/support/words.ts";

const { language } = words;

test("P50, P52, 14: the event page, its structured data, the cart, the details and the payment have the same price", {
  tag: ["@purchase", "@phone-in-full"],
}, async ({ page, anyTickets, catalogue, event, places, checkout, buyer }) => {
  const { eventId, ticketType, row } = await anyTickets.choose();
  const offers = (await catalogue.datesOf(eventId)).flatMap((date) => date.offers);
  const published = offers.filter(({ name }) => name === ticketType).map(({ price }) => amountIn(price));
  const shown = (await row.innerText()).split("\n").find((line) => published.includes(amountIn(line)));
  expect(shown, `${ticketType} has none of the prices ${published}`).toBeDefined();
  const total = spaced(shown ?? "");
  await expect(page.getByRole("main").getByText(total, { exact: true }).filter({ visible: true }).last()).toBeVisible();
  await places.take(1);
  await event.reserveTickets();
  await checkout.openPayment(buyer);
  for (const path of ["cart", "checkout", "checkout/pay"]) {
    await page.goto(`/${language}/${path}`);
    await expect(page.getByRole("main")).toContainText(total);
  }
});

function spaced(text: string): string {
  return text.replaceAll(/\s/g, " ");
}
