import { test as base, expect } from "./fixtures.ts";
import { openPerSaleStorefront } from "./per-sale-storefront.ts";
import { openServiceClient } from "./service-client.ts";
import { environment } from "./target/env.ts";

export type Shop = Awaited<ReturnType<typeof openPerSaleStorefront>>;

/** A test with a second storefront, whose ticketing service pays a cart sale by sale. All tests of a worker share it. */
export const test = base.extend<object, { readonly shop: Shop }>({
  shop: [
    async ({ browserName: _ }, use) => {
      const env = environment();
      const shop = await openPerSaleStorefront(env, openServiceClient(env));
      await expect.poll(shop.isReady, { timeout: 30_000 }).toBe(true);
      await use(shop);
      await shop.close();
    },
    { scope: "worker", timeout: 60_000 },
  ],
});

export { expect } from "./fixtures.ts";
