import { delayScripts } from "#e2e/support/delay-scripts.ts";
import { expect, test } from "#e2e/support/fixtures.ts";
import { addQuestions, BUYER_QUESTIONS } from "#e2e/support/questions.ts";
import { words } from "#e2e/support/words.ts";

const { language, text } = words;

const FULL = { untilHoursBefore: 24, percentage: 100, keepsFee: false };

test("of two tickets only the one that was chosen before the script ran is returned", {
  tag: ["@purchase", "@service", "@buys", "@once"],
}, async ({ page, buyer, checkout, tickets, money, serviceClient, putOnSaleAndReserve }) => {
  const ticketTypes = [{ name: "Adult", price: "31.24" }];
  const { eventId } = await putOnSaleAndReserve("The Two Noble Kinsmen", { quantity: 2, ticketTypes });
  await serviceClient.call("PUT", `/event/${eventId}`, { refundPolicy: FULL });
  await checkout.buy(buyer);
  await expect(tickets.codes).toHaveCount(2);
  const deliver = await delayScripts(page);
  await page.goto(`${page.url()}/refund`, { waitUntil: "domcontentloaded" });
  const boxes = page.getByRole("checkbox");
  await boxes.first().check();
  deliver();
  await expect(page.getByRole("button", { name: text("Refund.sendAmount", { amount: money("31.24") }) })).toBeVisible();
  await expect(boxes.first()).toBeChecked();
  await expect(boxes.last()).not.toBeChecked();
});

test("an answer that was chosen before the script ran stays, and asks what follows from it", {
  tag: ["@purchase", "@service", "@once"],
}, async ({ page, serviceClient, event, uniqueName }) => {
  const ticketTypes = [{ name: "Adult", price: "31.25" }];
  const { eventId } = await serviceClient.putOnSale({ name: uniqueName("Cymbeline"), ticketTypes });
  await addQuestions(serviceClient, eventId, BUYER_QUESTIONS);
  await event.open(eventId);
  await event.choose("Adult", 1);
  await event.reserveTickets();
  const deliver = await delayScripts(page);
  await page.goto(`/${language}/checkout`, { waitUntil: "domcontentloaded" });
  const often = page.getByRole("radio", { name: "Often" });
  await often.check();
  deliver();
  await page.getByLabel("Where was that?").fill("Wellington");
  await expect(often).toBeChecked();
});
