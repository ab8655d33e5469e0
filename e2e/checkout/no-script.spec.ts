import { ADA } from "#e2e/pages/checkout-page.ts";
import { expect, test } from "#e2e/support/fixtures.ts";
import {
  addQuestions,
  BUYER_QUESTIONS,
  GUEST_QUESTIONS,
  inSummary,
  PRINTER_TICKETS,
  TERMS,
} from "#e2e/support/questions.ts";
import { words } from "#e2e/support/words.ts";

const { language, text, inText } = words;

test.use({ javaScriptEnabled: false });

test("without JavaScript a visitor reaches the pay page from an event", {
  tag: ["@purchase", "@plain"],
}, async ({ page, anyTickets, buyer, checkout }) => {
  await anyTickets.reserveWithoutScript(2);
  await checkout.toPayment.click();
  await expect(checkout.problem).toBeVisible();
  await expect(checkout.problem).toContainText(text("Details.error.firstName"));
  await checkout.submitDetails(buyer);
  await expect(page).toHaveURL(/\/checkout\/pay$/);
  const total = await checkout.total();
  await expect(checkout.payButton).toHaveAccessibleName(text("Pay.pay", { total }));
});

test("P56: without JavaScript a declined card leads back to the form, and the good card to the tickets", {
  tag: ["@purchase", "@buys", "@once", "@plain"],
}, async ({ page, anyTickets, buyer, checkout, tickets }) => {
  await anyTickets.reserveWithoutScript();
  await checkout.submitDetails(buyer);
  const total = await checkout.total();
  await checkout.payWithBadCard();
  await expect(checkout.declined).toBeVisible();
  await expect(page).toHaveURL(/\/checkout\/pay$/);
  expect(await checkout.total()).toBe(total);
  await checkout.payWithGoodCard();
  await expect(tickets.codes).toHaveCount(1);
  await expect(page.getByText(text("Sale.paidTotal", { total }))).toBeVisible();

  for (const path of ["checkout", "checkout/pay", "checkout/pay/checking"]) {
    // Read from the answer: a look at the page may wait for the tickets that it opens at once.
    const sent = await (await page.request.get(`/${language}/${path}`)).text();
    expect(/<title>[^<]*/.exec(sent)?.[0], path).toContain(text("Checking.paid"));
    expect(/<h1[^>]*>[^<]*/.exec(sent)?.[0], path).toContain(text("Checking.paid"));
    await page.goto(`/${language}/${path}`, { waitUntil: "commit" });
    await expect(tickets.codes).toHaveCount(1);
  }
});

test("34: without JavaScript every question has its condition, and guests' details are given by the buyer and at the guest's link", {
  tag: ["@purchase", "@service", "@buys", "@once"],
}, async ({ page, serviceClient, checkout, tickets, uniqueName, event }) => {
  const { eventId, ticketTypeIds } = await serviceClient.putOnSale({
    name: uniqueName("Troilus"),
    ticketTypes: PRINTER_TICKETS,
  });
  await addQuestions(serviceClient, eventId, [...BUYER_QUESTIONS, ...GUEST_QUESTIONS], TERMS);
  await event.reserveWithoutScript(eventId, ticketTypeIds[0]?.[0] ?? 0, 2);
  await expect(
    page.getByText(text("Questions.onlyIf", { answers: "Often", question: "Have you done this?" })),
  ).toBeVisible();
  await page.getByLabel("Where was that?").fill("does not apply");
  await checkout.toPayment.click();
  await expect(checkout.problem).toBeVisible();
  await expect(page.getByLabel("Where was that?")).toHaveValue("does not apply");
  await checkout.fillBuyer(ADA);
  await page.getByRole("radio", { name: "Never" }).check();
  await page.getByLabel(inText("Questions.terms")).check();
  await checkout.toPayment.click();
  await expect(page).toHaveURL(/\/checkout\/pay$/);
  await page.goto(`/${language}/checkout`);
  await expect(page.getByRole("radio", { name: "Never" })).toBeChecked();
  await expect(page.getByLabel("Where was that?")).toHaveValue("");
  await page.goto(`/${language}/checkout/pay`);
  await checkout.payWithGoodCard();
  await expect(page.getByText(text("Guests.answered", { answered: 0, count: 2 }))).toBeVisible();

  // The errors are shown in the form that was sent, which keeps the input.
  const first = page
    .getByRole("region", { name: text("Guests.title") })
    .locator("> ul > li")
    .first();
  await first.getByText(text("Guests.answer", { number: 1 })).click();
  await first.getByLabel("Guest’s name").fill("Tama Rangi");
  await first.getByRole("button", { name: text("Guests.save") }).click();
  await expect(first.getByRole("alert").getByRole("link")).toHaveText([inSummary("choose", "Diet")]);
  await expect(first.getByLabel("Guest’s name")).toHaveValue("Tama Rangi");
  await first.getByLabel("Any").check();
  await first.getByRole("button", { name: text("Guests.save") }).click();
  await expect(page.getByText(text("Guests.answered", { answered: 1, count: 2 }))).toBeVisible();
  await expect(tickets.codes).toHaveCount(1);

  await page
    .getByRole("link", { name: text("Guests.link") })
    .last()
    .click();
  await expect(page.getByRole("heading", { level: 1, name: text("Guests.pageTitle") })).toBeVisible();
  await page.getByRole("button", { name: text("Guests.save") }).click();
  await expect(page.getByRole("alert").getByRole("link")).toHaveCount(2);
  await page.getByLabel("Guest’s name").fill("Mere Rangi");
  await page.getByLabel("Other").check();
  // The dependent question is always shown, since no script can reveal it.
  await page.getByLabel("Which one?").fill("No nuts");
  await page.getByRole("button", { name: text("Guests.save") }).click();
  await expect(page.getByText(text("Guests.saved"))).toBeVisible();
  await expect(tickets.codes).toHaveCount(1);
});

test("reserves once when the same form is sent three times concurrently", {
  tag: ["@purchase", "@service", "@once"],
}, async ({ page, env, serviceClient, uniqueName, event }) => {
  const first = await serviceClient.putOnSale({ name: uniqueName("Henry VI") });
  const second = await serviceClient.putOnSale({ name: uniqueName("Richard III") });
  await event.reserveWithoutScript(first.eventId, first.ticketTypeIds[0]?.[0] ?? 0, 1);

  await page.goto(`/${language}/events/${second.eventId}`);
  const hidden = page.getByRole("main").locator("form", { has: page.locator('[name="event"]') });
  const inputs = await hidden.locator('input[type="hidden"]').all();
  const fields = await Promise.all(
    inputs.map(async (input) => [await input.getAttribute("name"), (await input.getAttribute("value")) ?? ""]),
  );
  const multipart = { ...Object.fromEntries(fields), [`qty.${second.ticketTypeIds[0]?.[0]}`]: "1" };
  const headers = { Origin: env.address, "Sec-Fetch-Site": "same-origin" };
  const post = () => page.request.post(page.url(), { maxRedirects: 0, headers, multipart });
  const answers = await Promise.all([post(), post(), post()]);
  expect(answers.map((answer) => answer.headers().location)).toEqual(Array(3).fill(`/${language}/checkout`));
  await page.goto(`/${language}/cart`);
  await expect(page.getByText(text("Cart.countOf", { count: 2, events: 2 }))).toBeVisible();
});

test("1: the list shows title, date and all-in price without JavaScript", {
  tag: ["@smoke", "@elsewhere", "@catalogue", "@phone-in-full"],
}, async ({ page, catalogue }) => {
  const [sold] = await catalogue.pricedEvents();
  if (sold === undefined) throw new Error("No listed event sells tickets.");
  await page.goto(`/${language}`);
  const card = page.getByRole("main").locator(`a[href$="/events/${sold.id}"]`).first();
  await expect(card).toContainText(sold.name);
  await expect(card).toContainText(text("Common.from", { price: sold.from.text }));
  await expect(card).toContainText(/\p{N}/u);
});
