import { type RaceSetting, refusalOf, unexpected, untilAnswered } from "./race-setting.ts";

const MAXIMUM = 2;
const REQUESTS_PER_CART = 6;

/** Sends six concurrent requests for a ticket into each of many carts. Returns the violations, one line each. */
export async function raceForOrderLimit(setting: RaceSetting, carts: number): Promise<readonly string[]> {
  const requests = carts * REQUESTS_PER_CART;
  const { client } = setting;
  const { eventId, ticketTypeIds } = await setting.putOnSale({ sections: [requests], maximumPerOrder: MAXIMUM });
  const tickets = [{ ticketType: ticketTypeIds[0], quantity: 1 }];
  const keys = await Promise.all(
    Array.from({ length: carts }, async (_, at) => String((await client.ask(at, "GET", "/cart")).body.key)),
  );
  const states = await Promise.all(
    Array.from({ length: requests }, async (_, at) => {
      const body = { event: eventId, tickets, multiOrderKey: keys[Math.floor(at / REQUESTS_PER_CART)] };
      const answer = await untilAnswered(() => client.ask(at, "POST", "/reservation/", body));
      return answer.body.successful ? "reserved" : refusalOf(answer);
    }),
  );

  const reserved = await setting.db.query<{ quantity: number }>(
    `SELECT coalesce(sum(quantity), 0)::integer AS quantity FROM unnest($2::text[]) AS cart (key)
       LEFT JOIN sale ON sale.cart_key = cart.key AND sale.event_id = $1 AND holds_stock
       LEFT JOIN sale_line line ON line.event_id = sale.event_id AND line.sale_id = sale.id GROUP BY cart.key`,
    [eventId, keys],
  );
  const over = reserved.filter(({ quantity }) => quantity > MAXIMUM);
  const under = reserved.filter(({ quantity }) => quantity < MAXIMUM);
  return [
    ...(over.length > 0 ? [`over the order's limit: ${over.length} of ${carts} carts`] : []),
    ...(under.length > 0 ? [`${under.length} carts were refused tickets that they may hold`] : []),
    ...unexpected("a request's state", states, ["reserved", "OVER_LIMIT"]),
  ];
}
