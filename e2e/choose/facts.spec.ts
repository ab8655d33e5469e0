import { expectAccessible } from "#e2e/support/accessibility.ts";
import { dayAndTime, timeText } from "#e2e/support/dates.ts";
import { expect, test } from "#e2e/support/fixtures.ts";
import { words } from "#e2e/support/words.ts";

const { text } = words;

const MAP = "https://www.openstreetmap.org/?mlat=-41.2852&mlon=174.7787";
const DATE = "04-12-2099T19:30";
const DOORS = "04-12-2099T18:45";
const POLICY = { untilHoursBefore: 48, percentage: 100, keepsFee: false };

test("the event, the payment and the tickets say when doors open, for which ages, and until when there are refunds", {
  tag: ["@a11y", "@service", "@purchase", "@buys", "@in-full"],
}, async ({ page, serviceClient, event, checkout, buyer, tickets, uniqueName }) => {
  const { eventId, eventDateIds } = await serviceClient.putOnSale({ name: uniqueName("Facts"), dates: [DATE] });
  await serviceClient.call("PUT", `/eventDate/${eventDateIds[0]}`, { doors: DOORS });
  await serviceClient.call("PUT", `/event/${eventId}`, { ageLimit: "16+", refundPolicy: POLICY });
  const { body } = await serviceClient.call("GET", `/event/${eventId}`);
  const { id: venue } = Object(body.venue);
  await serviceClient.call("PUT", `/venue/${venue}`, { mapUrl: MAP });
  const [section] = Object((await serviceClient.call("GET", `/venue/${venue}`)).body).venueSections;
  await serviceClient.call("PUT", `/venueSection/${section.id}`, { door: "Wharf door" });
  const doors = text("Facts.doors", { time: timeText("2099-12-04T18:45") });
  const ages = text("Facts.ages", { ages: "16+" });
  const refund = text("Facts.refundFull", {
    deadline: text("Facts.untilDate", { when: dayAndTime("2099-12-02T19:30") }),
  });

  await event.open(eventId);
  const facts = page.getByRole("list", { name: text("Facts.title") });
  await expect(facts.getByRole("listitem")).toHaveText([doors, ages, text("Facts.refundable")]);
  await expect(page.getByText(refund)).toBeVisible();
  await expect(page.getByRole("link", { name: text("Facts.map") }).first()).toHaveAttribute("href", MAP);
  await expectAccessible(page, "an event with doors, ages and refunds");

  await event.choose("General admission", 1);
  await event.reserveTickets();
  await checkout.openPayment(buyer);
  await expect(page.getByText(refund).filter({ visible: true })).toHaveCount(1);

  await checkout.payWithGoodCard();
  for (const fact of [doors, ages, "Wharf door"])
    await expect(page.getByText(fact).filter({ visible: true }).first()).toBeVisible();
  await expect(page.getByRole("link", { name: text("Facts.map") })).toHaveAttribute("href", MAP);
  expect(await tickets.reference()).toMatch(/^[2-9B-DF-HJ-NP-TV-XZ]{6}$/);
});
