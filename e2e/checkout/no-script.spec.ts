import { ADA } from "#e2e/pages/checkout-page.ts";
import { expect, test } from "#e2e/support/fixtures.ts";
import { addQuestions, GUEST_QUESTIONS, PRINTER_TICKETS } from "#e2e/support/questions.ts";

test.use({ javaScriptEnabled: false });

test("without JavaScript a visitor reaches the pay page from an event", {
  tag: "@purchase",
}, async ({ page, anyTickets, buyer, checkout, words }) => {
  await anyTickets.reserveWithoutScript(2);
  await checkout.toPayment.click();
  await expect(checkout.problem).toBeVisible();
  await expect(checkout.problem).toContainText(words.text("Details.error.firstName"));
  await checkout.submitDetails(buyer);
  await expect(page).toHaveURL(/\/checkout\/pay$/);
  const total = await checkout.total();
  await expect(checkout.payButton).toHaveAccessibleName(words.text("Pay.pay", { total }));
});

test("P56: without JavaScript a declined card leads back to the form, and the good card to the tickets", {
  tag: ["@purchase", "@buys", "@once"],
}, async ({ page, anyTickets, buyer, checkout, tickets, words }) => {
  await anyTickets.reserveWithoutScript();
  await checkout.submitDetails(buyer);
  const total = await checkout.total();
  await checkout.payWithBadCard();
  await expect(checkout.declined).toBeVisible();
  await expect(page).toHaveURL(/\/checkout\/pay$/);
  expect(await checkout.total()).toBe(total);
  await checkout.payWithGoodCard();
  await expect(tickets.codes).toHaveCount(1);
  await expect(page.getByText(words.text("Sale.paidTotal", { total }))).toBeVisible();
});

test("without JavaScript the form has a field for each quantity, and the pay button the exact amount", {
  tag: ["@purchase", "@service", "@once", "@english"],
}, async ({ page, serviceClient, checkout, uniqueName }) => {
  const { eventId, ticketTypeIds } = await serviceClient.putOnSale({ name: uniqueName("Henry V") });
  await page.goto(`/en/events/${eventId}`);
  await page.locator(`[name="qty.${ticketTypeIds[0]?.[0]}"]`).fill("2");
  await page.getByRole("button", { name: "Continue" }).click();
  await expect(page).toHaveURL(/\/en\/checkout$/);
  await checkout.submitDetails();
  await expect(page.getByRole("button", { name: "Pay $95.00" })).toBeVisible();
});

test("without JavaScript tickets are paid, and guest details are given by the buyer and at the guest's link", {
  tag: ["@purchase", "@service", "@buys", "@once", "@english"],
}, async ({ page, serviceClient, checkout, tickets, uniqueName }) => {
  const { eventId, ticketTypeIds } = await serviceClient.putOnSale({
    name: uniqueName("Troilus"),
    ticketTypes: PRINTER_TICKETS,
  });
  await addQuestions(serviceClient, eventId, GUEST_QUESTIONS);
  await page.goto(`/en/events/${eventId}`);
  await page.locator(`[name="qty.${ticketTypeIds[0]?.[0]}"]`).fill("2");
  await page.getByRole("button", { name: "Continue" }).click();
  await page.waitForURL(/\/checkout$/);
  await checkout.fillBuyer(ADA);
  await checkout.toPayment.click();
  await page.waitForURL(/\/checkout\/pay$/);
  await checkout.payWithGoodCard();
  await expect(page.getByText("0 of 2 guests answered")).toBeVisible();

  // The errors are shown in the form that was sent, which keeps the input.
  const first = page.getByRole("region", { name: "Guests" }).locator("> ul > li").first();
  await first.getByText("Answer for ticket 1").click();
  await first.getByLabel("Guest’s name").fill("Tama Rangi");
  await first.getByRole("button", { name: "Save" }).click();
  await expect(first.getByRole("alert").getByRole("link")).toHaveText(["Choose an answer: Diet"]);
  await expect(first.getByLabel("Guest’s name")).toHaveValue("Tama Rangi");
  await first.getByLabel("Any").check();
  await first.getByRole("button", { name: "Save" }).click();
  await expect(page.getByText("1 of 2 guests answered")).toBeVisible();
  await expect(tickets.codes).toHaveCount(1);

  await page.getByRole("link", { name: "The guest’s link" }).last().click();
  await expect(page.getByRole("heading", { level: 1, name: "Your ticket" })).toBeVisible();
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByRole("alert").getByRole("link")).toHaveCount(2);
  await page.getByLabel("Guest’s name").fill("Mere Rangi");
  await page.getByLabel("Other").check();
  // The dependent question is always shown, since no script can reveal it.
  await page.getByLabel("Which one?").fill("No nuts");
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByText("Saved. This ticket is ready for the door.")).toBeVisible();
  await expect(tickets.codes).toHaveCount(1);
});

test("reserves once when the same form is sent three times concurrently", {
  tag: ["@purchase", "@service", "@once", "@english"],
}, async ({ page, env, serviceClient, uniqueName }) => {
  const first = await serviceClient.putOnSale({ name: uniqueName("Henry VI") });
  const second = await serviceClient.putOnSale({ name: uniqueName("Richard III") });
  await page.goto(`/en/events/${first.eventId}`);
  await page.locator(`[name="qty.${first.ticketTypeIds[0]?.[0]}"]`).fill("1");
  await page.getByRole("button", { name: "Continue" }).click();
  await expect(page).toHaveURL(/\/en\/checkout$/);

  await page.goto(`/en/events/${second.eventId}`);
  const hidden = page.getByRole("main").locator("form", { has: page.locator('[name="event"]') });
  const inputs = await hidden.locator('input[type="hidden"]').all();
  const fields = await Promise.all(
    inputs.map(async (input) => [await input.getAttribute("name"), (await input.getAttribute("value")) ?? ""]),
  );
  const multipart = { ...Object.fromEntries(fields), [`qty.${second.ticketTypeIds[0]?.[0]}`]: "1" };
  const headers = { Origin: env.address, "Sec-Fetch-Site": "same-origin" };
  const post = () => page.request.post(page.url(), { maxRedirects: 0, headers, multipart });
  const answers = await Promise.all([post(), post(), post()]);
  expect(answers.map((answer) => answer.headers().location)).toEqual(Array(3).fill("/en/checkout"));
  await page.goto("/en/cart");
  await expect(page.getByText("2 tickets for 2 events")).toBeVisible();
});

test("1: the list shows title, date and all-in price without JavaScript", {
  tag: ["@smoke", "@catalogue"],
}, async ({ page, catalogue, words }) => {
  const [sold] = await catalogue.pricedEvents();
  if (sold === undefined) throw new Error("No listed event sells tickets.");
  await page.goto(`/${words.language}`);
  const card = page.getByRole("main").locator(`a[href$="/events/${sold.id}"]`).first();
  await expect(card).toContainText(sold.name);
  await expect(card).toContainText(words.text("Common.from", { price: sold.from.text }));
  await expect(card).toContainText(/\p{N}/u);
});
