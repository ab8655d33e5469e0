import { expect, test } from "#e2e/support/fixtures.ts";
import { reserveFromAddress } from "#e2e/support/reserve-from-address.ts";

const TEN = [{ name: "General admission", price: "45.00", maximumPerOrder: 10 }];

test("strangers of one network reserve a share of an event, and other networks still can", {
  tag: ["@sandbox-only", "@once"],
}, async ({ env, serviceClient, uniqueName }) => {
  const { eventId, ticketTypeIds } = await serviceClient.putOnSale({
    name: uniqueName("Coriolanus"),
    capacity: 300,
    ticketTypes: TEN,
  });
  const ticketType = ticketTypeIds[0]?.[0] ?? 0;
  const order = reserveFromAddress(env, eventId, ticketType);

  const answers = await Promise.all(Array.from({ length: 40 }, (_, n) => order(`203.0.113.${n + 1}`, 10)));
  expect(answers.filter((path) => path === "/en/checkout")).toHaveLength(2);
  expect(await serviceClient.placesLeft(ticketType)).toBe(280);

  // Without a script, and so without a proof of work, small orders still pass, up to a limit of their own.
  const small = await Promise.all(Array.from({ length: 10 }, () => order("203.0.113.99", 4)));
  expect(small.filter((path) => path === "/en/checkout")).toHaveLength(5);
  expect(await serviceClient.placesLeft(ticketType)).toBe(260);

  expect(await order("198.51.100.7", 10)).toBe("/en/checkout");
  expect(await order("192.0.2.7", 10)).toBe("/en/checkout");
});

test("beyond the threshold a visitor's browser works for the tickets by itself, on the event page and from an embed", {
  tag: ["@sandbox-only", "@once"],
}, async ({ env, serviceClient, event, page, context, uniqueName }) => {
  const { eventId, ticketTypeIds } = await serviceClient.putOnSale({
    name: uniqueName("Timon"),
    capacity: 300,
    ticketTypes: TEN,
  });
  const order = reserveFromAddress(env, eventId, ticketTypeIds[0]?.[0] ?? 0);
  await context.setExtraHTTPHeaders({ "X-Forwarded-For": "203.0.113.200" });
  for (const quantity of [10, 10]) expect(await order("203.0.113.1", quantity)).toBe("/en/checkout");

  await event.open(eventId);
  await event.choose("General admission", 5);
  await event.reserveTickets();

  await context.clearCookies();
  const handedOn = page.waitForRequest((request) => request.url().includes("/hand-off?prove=1"));
  await page.goto(`/en/embed/events/${eventId}`);
  await event.choose("General admission", 5);
  await event.reserveTickets();
  await handedOn;
});
