import { createHash } from "node:crypto";
import { test as base } from "@playwright/test";
import { cartPage } from "#e2e/pages/cart-page.ts";
import { checkoutPage } from "#e2e/pages/checkout-page.ts";
import { eventPage } from "#e2e/pages/event-page.ts";
import { ticketPage } from "#e2e/pages/ticket-page.ts";
import { type Environment, environment } from "./env.ts";
import { openSandbox, type Sandbox } from "./sandbox.ts";
import { type OnSale, openServiceClient, type PutOnSale, type ServiceClient } from "./service-client.ts";

type Fixtures = {
  readonly env: Environment;
  readonly serviceClient: ServiceClient;
  readonly sandbox: Sandbox;
  readonly event: ReturnType<typeof eventPage>;
  readonly cart: ReturnType<typeof cartPage>;
  readonly checkout: ReturnType<typeof checkoutPage>;
  readonly tickets: ReturnType<typeof ticketPage>;
  /** Appends a suffix that no other test of this run uses. */
  readonly uniqueName: (name: string) => string;
  /** Creates an event, chooses `quantity` (1) of its first ticket type and reserves them. The page is then the checkout. */
  readonly putOnSaleAndReserve: (name: string, options?: Reserve) => Promise<OnSale>;
  /** Returns the price of the running project. Tests identify their charges in the ledger by the amount. */
  readonly perProject: <Price>(prices: { readonly desktop: Price; readonly phone: Price }) => Price;
};

type Reserve = Omit<PutOnSale, "name"> & { readonly quantity?: number };

export const test = base.extend<Fixtures>({
  env: ({ browserName: _ }, use) => use(environment()),
  serviceClient: ({ env }, use) => use(openServiceClient(env)),
  sandbox: ({ env }, use) => use(openSandbox(env)),
  event: ({ page }, use) => use(eventPage(page)),
  cart: ({ page }, use) => use(cartPage(page)),
  checkout: ({ page, env }, use) => use(checkoutPage(page, env)),
  tickets: ({ page }, use) => use(ticketPage(page)),
  putOnSaleAndReserve: ({ serviceClient, event, uniqueName }, use) =>
    use(async (name, { quantity = 1, ...sale } = {}) => {
      const onSale = await serviceClient.putOnSale({ name: uniqueName(name), ...sale });
      await event.open(onSale.eventId);
      await event.choose(sale.ticketTypes?.[0]?.name ?? "General admission", quantity);
      await event.reserveTickets();
      return onSale;
    }),
  extraHTTPHeaders: ({ env }, use, info) =>
    use(env.project === "sandbox" ? { "X-Forwarded-For": clientAddressOf(`${info.testId} ${info.retry}`) } : {}),
  perProject: ({ browserName: _ }, use, info) =>
    use((prices) => (info.project.name === "phone" ? prices.phone : prices.desktop)),
  uniqueName: ({ browserName }, use, info) =>
    use((name) => `${name} ${info.testId.slice(-6)}${info.project.name[0]}${browserName[0]}${info.retry}`),
});

/** Returns a client address for each test, so that limits per network never count two tests together. */
function clientAddressOf(name: string): string {
  const [a = 0, b = 0] = createHash("sha256").update(name).digest();
  return `10.${a}.${b}.1`;
}

export { expect } from "@playwright/test";
