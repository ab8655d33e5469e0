import { expect, test } from "#e2e/support/fixtures.ts";
import { words } from "#e2e/support/words.ts";

const { language } = words;
const FLOODED = "198.51.100.7";
const OTHER = "203.0.113.9";
const COUNTED = 300;

test("52: of a thousand page views of one network 300 a minute count; its buyer buys all the same, and another network is counted", {
  tag: ["@purchase", "@service", "@sandbox", "@buys", "@once"],
}, async ({ page, context, env, request, serviceClient, event, checkout, tickets, uniqueName }) => {
  test.slow();
  const { eventId } = await serviceClient.putOnSale({ name: uniqueName("The Flood") });
  const path = `/${language}/events/${eventId}`;
  const open = async (network: string) => {
    const headers = { Origin: env.address, "X-Forwarded-For": network };
    return (await request.post("/api/opened", { headers, form: { path, query: "ref=flood" } })).status();
  };
  const flood = () => Promise.all(Array.from({ length: 50 }, () => open(FLOODED)));
  const statuses: number[] = [];
  for (let at = 0; at < 1_000; at += 50) statuses.push(...(await flood()));
  const refused = statuses.filter((status) => status === 429).length;
  expect(statuses.filter((status) => status === 204).length + refused).toBe(1_000);
  // More where the minute ended in between.
  expect(refused).toBeGreaterThanOrEqual(1_000 - 2 * COUNTED);

  await context.setExtraHTTPHeaders({ "X-Forwarded-For": FLOODED });
  // The minute may end while the page is opened. The next one has then just begun.
  await expect(async () => {
    while (!(await flood()).includes(429));
    const [counted] = await Promise.all([
      page.waitForResponse((response) => new URL(response.url()).pathname === "/api/opened"),
      event.open(eventId, "?ref=flood"),
    ]);
    expect(counted.status(), "its pages are not counted either").toBe(429);
  }).toPass();
  await event.choose("General admission", 1);
  await event.reserveTickets();
  await checkout.buy();
  await expect(tickets.codes).toHaveCount(1);
  expect(await open(OTHER), "the control").toBe(204);
});
