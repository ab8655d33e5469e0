import { environment } from "./env.ts";
import { test as base, expect } from "./fixtures.ts";
import { openForeignShop } from "./foreign-shop.ts";
import { openServiceClient } from "./service-client.ts";

export type Shop = Awaited<ReturnType<typeof openForeignShop>>;

/** A test that has a storefront before another service than ours; all tests of one worker share it. */
export const test = base.extend<object, { readonly shop: Shop }>({
  shop: [
    async ({ browserName: _ }, use) => {
      const env = environment();
      const shop = await openForeignShop(env, openServiceClient(env));
      await expect.poll(shop.isReady, { timeout: 30_000 }).toBe(true);
      await use(shop);
      await shop.close();
    },
    { scope: "worker", timeout: 60_000 },
  ],
});

export { expect } from "./fixtures.ts";
