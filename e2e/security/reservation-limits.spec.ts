import { setTimeout as pause } from "node:timers/promises";
import { expect, test } from "#e2e/support/fixtures.ts";
import type { Environment } from "#e2e/support/target/env.ts";
import { openStorefront } from "#e2e/support/target/network.ts";
import { words, wordsOf } from "#e2e/support/words.ts";
import { acceptingCookies } from "#e2e/tools/cookie-names.ts";

const TEN = [{ name: "General admission", price: "45.00", maximumPerOrder: 10 }];

test("limits the places that one network reserves of an event, and lets other networks reserve", {
  tag: ["@purchase", "@service", "@sandbox", "@once"],
}, async ({ env, serviceClient, uniqueName }) => {
  const { eventId, ticketTypeIds } = await serviceClient.putOnSale({
    name: uniqueName("Coriolanus"),
    capacity: 300,
    ticketTypes: TEN,
  });
  const ticketType = ticketTypeIds[0]?.[0] ?? 0;
  const reserve = reserveFromAddress(env, eventId, ticketType);

  const answers = await Promise.all(Array.from({ length: 40 }, (_, n) => reserve(`203.0.113.${n + 1}`, 10)));
  expect(answers.filter((path) => path === "/en/checkout")).toHaveLength(2);
  expect(await serviceClient.placesLeft(ticketType)).toBe(280);

  // Without JavaScript there is no proof of work: small orders pass, up to a lower limit.
  const small = await Promise.all(Array.from({ length: 10 }, () => reserve("203.0.113.99", 4)));
  expect(small.filter((path) => path === "/en/checkout")).toHaveLength(5);
  expect(await serviceClient.placesLeft(ticketType)).toBe(260);

  expect(await reserve("198.51.100.7", 10)).toBe("/en/checkout");
  expect(await reserve("192.0.2.7", 10)).toBe("/en/checkout");

  // The event's page is one copy for everyone, and would say nothing without a script.
  const refusedAt = await reserveFromAddress(env, eventId, 999_999_999)("192.0.2.7", 1);
  expect(refusedAt).toBe(`/en/events/${eventId}/tickets?qty.999999999=1&refused=no_longer_on_sale`);
  const answer = await openStorefront(env).fetch(refusedAt);
  expect(await answer.text()).toContain(wordsOf("en").text("Cart.refusal.no_longer_on_sale"));
});

test("computes a proof of work in the browser beyond the threshold, on the event page and from an embed", {
  tag: ["@purchase", "@service", "@sandbox", "@once"],
}, async ({ env, serviceClient, event, page, context, uniqueName }) => {
  const { eventId, ticketTypeIds } = await serviceClient.putOnSale({
    name: uniqueName("Timon"),
    capacity: 300,
    ticketTypes: TEN,
  });
  const reserve = reserveFromAddress(env, eventId, ticketTypeIds[0]?.[0] ?? 0);
  await context.setExtraHTTPHeaders({ "X-Forwarded-For": "203.0.113.200" });
  for (const quantity of [10, 10]) expect(await reserve("203.0.113.1", quantity)).toBe("/en/checkout");

  await event.open(eventId);
  await event.choose("General admission", 5);
  await event.reserveTickets();

  await context.clearCookies();
  const handOff = page.waitForRequest((request) => request.url().includes("/hand-off?prove=1"));
  await page.goto(`/${words.language}/embed/events/${eventId}`);
  await event.choose("General admission", 5);
  await event.reserveTickets();
  await handOff;
});

/**
 * Returns a function that posts the form of an embed as a script would: without a cart, with a client address of the
 * caller's choice, and again when too many buy at once. It resolves to the path and query that the storefront redirects to.
 */
function reserveFromAddress(env: Environment, eventId: number, ticketType: number) {
  const storefront = openStorefront(env);
  return async function reserve(address: string, quantity: number): Promise<string> {
    const response = await storefront.fetch("/reserve", {
      method: "POST",
      headers: { ...acceptingCookies(env.address), Origin: new URL(env.address).origin, "X-Forwarded-For": address },
      body: new URLSearchParams({ event: `${eventId}`, locale: "en", [`qty.${ticketType}`]: `${quantity}` }),
    });
    if (response.status === 503) {
      await pause(Number(response.headers.get("retry-after")) * 1_000);
      return reserve(address, quantity);
    }
    const { pathname, search } = new URL(response.headers.get("location") ?? "", env.address);
    return `${pathname}${search}`;
  };
}
