import { openServiceClient, type ServiceClient } from "./service-client.ts";
import type { Environment } from "./target/env.ts";

const PASSWORD = "seven green bottles";
const HOUR_MS = 3_600_000;
const BUYER = { FIRST_NAME: "Ben", LAST_NAME: "Jonson", EMAIL: "ben@example.com" };

/** Puts an event on sale with a link of its own, and sells its tickets as a shop does. */
export async function sellByLinks(service: ServiceClient, env: Environment, name: string) {
  const { body: login } = await service.call("GET", "/user/login");
  const { id: account } = login.account as { readonly id: number };
  const { eventId, ticketTypeIds } = await service.putOnSale({ name });
  const [ticketType = 0] = ticketTypeIds[0] ?? [];
  const created = { name: `Street team ${name}`, kind: "POSTER", opens: { event: eventId } };
  const { body: link } = await service.call("POST", `/account/${account}/links`, created);
  const user = `shop-${eventId}@foyer.example`;
  await service.call("POST", "/user", { username: user, password: PASSWORD, capabilities: ["PUBLIC"] });
  const shop = openServiceClient({ ...env, serviceLogin: { user, password: PASSWORD } });

  /** Sells tickets at 45.00 with a fee of 2.50, as this user. */
  async function sell(quantity: number, source?: object, seller = shop): Promise<void> {
    const tickets = [{ ticketType, quantity }];
    const order = { event: eventId, tickets, boxOffice: seller === service, ...(source && { source }) };
    const { body } = await seller.call("POST", "/reservation/", order);
    await seller.call("POST", `/reservation/${body.key}/lock`, BUYER);
    const paid = await service.call("POST", `/reservation/${body.key}/payment`, { amounts: { CASH: 47.5 * quantity } });
    if (paid.body.type !== "SUCCESS") throw new Error(`Not paid: ${JSON.stringify(paid.body)}`);
  }

  return {
    eventId,
    linkId: Number(link.id),
    linkName: created.name,
    ref: String(link.ref),
    sell,
    sellAtBoxOffice: (quantity: number) => sell(quantity, undefined, service),

    /** Counts page views of this hour. */
    async open(source: object, count: number): Promise<void> {
      const hour = new Date(Math.floor(Date.now() / HOUR_MS) * HOUR_MS).toISOString();
      const counts = [{ ...source, event: eventId, kind: "PAGE", hour, count }];
      await shop.call("POST", "/sources/opened", { counts });
    },

    /** Makes the key of the partner's page, and ends the one before. */
    async partnerKey(revenue: boolean): Promise<string> {
      return String((await service.call("POST", `/link/${link.id}/partner`, { revenue })).body.key);
    },

    /** Returns a promoter who may read reports, and nothing else. */
    async createReader(): Promise<{ readonly user: string; readonly password: string }> {
      const reader = `reader-${eventId}@foyer.example`;
      await service.call("POST", "/user", { username: reader, password: PASSWORD, capabilities: ["REPORTS"] });
      return { user: reader, password: PASSWORD };
    },
  };
}
