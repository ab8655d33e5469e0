import { openClient } from "#service/conformance/other-service/open-client.ts";
import { startOtherService } from "#service/conformance/other-service/service.ts";
import { startStorefront } from "#service/conformance/other-service/storefront.ts";
import { test as base, expect } from "./fixtures.ts";

/** A second storefront, in front of the other ticketing service. */
export type OtherShop = Awaited<ReturnType<typeof openOtherShop>>;

type Fixtures = {
  /** Lets the service charge all cards and answer all calls again, whatever the test before has set. */
  readonly behaves: undefined;
};

type WorkerFixtures = {
  /** Whether the service has only the specification and the public reference: `test.use({ plain: true })` at the head of a file. */
  readonly plain: boolean;
  readonly shop: OtherShop;
};

/** A test with that storefront. All tests of a worker share it, so each makes its own events. */
export const test = base.extend<Fixtures, WorkerFixtures>({
  behaves: [
    async ({ shop }, use) => {
      shop.service.behave([]);
      await use(undefined);
    },
    { auto: true },
  ],
  plain: [false, { scope: "worker", option: true }],
  shop: [
    async ({ plain }, use) => {
      const shop = await openOtherShop(plain);
      await expect.poll(shop.isReady, { timeout: 30_000 }).toBe(true);
      await use(shop);
      await shop.close();
    },
    { scope: "worker", timeout: 60_000 },
  ],
});

async function openOtherShop(plain: boolean) {
  const service = await startOtherService({ plain });
  const { address, cookieKeys, data, isReady, close } = await startStorefront(service);
  const client = openClient(service);
  return {
    address,
    cookieKeys,
    /** The folder of FOYER_DATA. */
    data,
    isReady,
    service,
    /** Reads the service as the storefront does, for the comparison of states. */
    client: { call: client.call, placesLeft: async (typeId: number) => service.placesLeft(typeId) },
    sandbox: { ledger: async (amount: string) => service.ledger(amount) },
    /** Puts an event with one ticket type on sale. */
    putOnSale(name: string, price: string, places = 20): OnSale {
      const event = service.putOnSale({ name, ticketTypes: [{ name: "Stalls", price, places }] });
      const [type] = event.dates[0]?.ticketTypes ?? [];
      if (type === undefined) throw new Error(`${name} has no ticket type.`);
      return { eventId: event.id, name, type };
    },
    /** Returns the amounts that were captured, such as "18.50". */
    captures: (amounts: readonly string[]) =>
      amounts.flatMap((amount) => service.ledger(amount).flatMap(({ kind }) => (kind === "capture" ? [amount] : []))),
    async close(): Promise<void> {
      await close();
      await client.close();
      await service.close();
    },
  };
}

type Service = Awaited<ReturnType<typeof startOtherService>>;
export type OnSale = {
  readonly eventId: number;
  readonly name: string;
  readonly type: Parameters<Service["reservePlaces"]>[0][0]["type"];
};

export { expect } from "./fixtures.ts";
