import { expect, test } from "./fixtures.ts";

test("14: one price, from the list to the charge", { tag: ["@purchase", "@sandbox-only"] }, async ({
  page,
  boxOffice,
  sandbox,
  event,
  checkout,
  named,
  ofProject,
}) => {
  const { price, all, paid } = ofProject({
    desktop: { price: "71.05", all: "$73.30", paid: "73.30" },
    phone: { price: "71.06", all: "$73.31", paid: "73.31" },
  });
  const { eventId, name } = await boxOffice.putOnSale({
    name: named("Sejanus"),
    ticketTypes: [{ name: "Stalls", price, fee: "2.25" }],
  });

  await event.open(eventId);
  await expect(
    page.getByRole("group", { name: "Stalls" }).or(page.getByText("Stalls").locator("..")).first(),
  ).toBeVisible();
  await expect(page.getByText(all).first()).toBeVisible();
  const [date] = JSON.parse(await page.locator('script[type="application/ld+json"]').first().innerText());
  expect(date.offers).toMatchObject([{ name: "Stalls", price: paid, priceCurrency: "NZD" }]);
  expect(JSON.stringify(date)).not.toContain(price);
  const picture = await page.request.get(date.image[0]);
  expect([picture.status(), picture.headers()["content-type"]]).toEqual([200, "image/svg+xml"]);

  await event.choose("Stalls", 1);
  await event.holdTickets();
  await expect(page.getByText(all).first()).toBeVisible();
  await checkout.giveDetails();
  await expect(checkout.payButton).toHaveAccessibleName(`Pay ${all}`);
  await checkout.payWithGoodCard();
  await expect(page.getByText(all).first()).toBeVisible();
  await expect(page.getByRole("main")).not.toContainText(`$${price}`);
  expect((await sandbox.ledger(paid)).map(({ kind }) => kind)).toEqual(["authorisation", "capture"]);

  // The list is drawn anew when its time has passed; the service's own list says the same already.
  const { body } = await boxOffice.call("GET", `/event/${eventId}.json`);
  expect(body).toMatchObject({ name, lowPrice: { amount: Number(paid), currency: "NZD" } });
});
