import { expect, test } from "#e2e/support/fixtures.ts";
import { addQuestions, BUYER_QUESTIONS, GUEST_QUESTIONS, TERMS } from "#e2e/support/questions.ts";

test("the page objects answer whatever a promoter asks, and get tickets with QR codes", {
  tag: ["@purchase", "@service", "@buys", "@once"],
}, async ({ page, serviceClient, event, checkout, tickets, buyer, uniqueName }) => {
  const { eventId } = await serviceClient.putOnSale({ name: uniqueName("The Knight of the Burning Pestle") });
  await addQuestions(serviceClient, eventId, [...BUYER_QUESTIONS, ...GUEST_QUESTIONS], TERMS);
  await event.open(eventId);
  await event.choose("General admission", 2);
  await event.reserveTickets();
  await checkout.submitDetails(buyer);
  await expect(page.getByRole("checkbox", { checked: true })).toHaveCount(0);
  await checkout.payWithGoodCard();
  await expect(tickets.codes).toHaveCount(2);
  expect(await tickets.scan(1)).toMatch(/^(\d+|[0-9a-f-]{36})$/);
});
