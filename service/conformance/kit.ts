import { type Buyer, type Cards, createBuyer } from "./buyer.ts";
import { type Catalogue, type Chosen, createCatalogue } from "./catalogue.ts";
import type { Client } from "./client.ts";
import { createLeftovers, type Leftovers } from "./leftovers.ts";
import { createManager, type Manager } from "./own-event.ts";

/** What a check gets: the client, and what is known of the service. */
export type Kit = Client & {
  readonly catalogue: Catalogue;
  readonly buyer: Buyer;
  readonly manager: Manager;
  readonly leftovers: Leftovers;
};

export type KitOptions = Chosen & { readonly cards: Cards };

export function createKit(client: Client, options: KitOptions): Kit {
  const leftovers = createLeftovers();
  const catalogue = createCatalogue(client, options);
  const manager = createManager(client, leftovers);
  const buyer = createBuyer(client, { catalogue, manager, leftovers, cards: options.cards });
  return { ...client, catalogue, buyer, manager, leftovers };
}
