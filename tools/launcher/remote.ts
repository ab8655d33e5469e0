import { join } from "node:path";
import { writeJson } from "#tools/lib/json-file.ts";
import { choosePorts, movedPorts } from "#tools/lib/ports.ts";
import type { Shop, ShopOptions } from "#tools/sandbox/sandbox-types.ts";
import { storedSecrets } from "./data-folder.ts";
import { startStorefront, storefrontEnvironment } from "./storefront.ts";

const NOTE =
  "Tests that buy refuse this shop until FOYER_PAYMENTS=fake declares that its service never charges a real card.";

/** Creates a shop of the storefront alone, in front of another ticketing service. */
export function createRemote({ data, operator, processes, reloads = false }: ShopOptions): Shop {
  const settings = storedSecrets(data);
  const wanted = { storefront: operator.ports.storefront };

  /** FOYER_PAYMENTS comes from the operator alone: the processor of that service is unknown here. */
  const settingsAt = (port: number) =>
    storefrontEnvironment({ origin: `http://localhost:${port}`, data, settings, operator, known: {}, reloads });

  async function prepare() {
    const { FOYER_ENVIRONMENT, FOYER_PAYMENTS } = operator.storefront;
    return { notes: FOYER_ENVIRONMENT === "production" || FOYER_PAYMENTS ? [] : [NOTE] };
  }

  async function startAll(_prepared: unknown, actionsKey: string) {
    const { storefront: port } = await choosePorts(wanted, operator);
    const env = settingsAt(port);
    await startStorefront(processes, { env, actionsKey, port, host: operator.host });
    const addresses = {
      storefront: env.FOYER_ORIGIN ?? "",
      listens: `http://${operator.host}:${port}`,
      service: env.TICKETING_URL ?? "",
      account: Number(env.TICKETING_ACCOUNT),
      ...(env.TICKETING_CA && { ca: env.TICKETING_CA }),
      ...(env.GOOD_CARD && { goodCard: env.GOOD_CARD }),
      ...(env.BAD_CARD && { badCard: env.BAD_CARD }),
    };
    writeJson(join(data, "addresses.json"), addresses);
    return { addresses, moved: movedPorts(wanted, { storefront: port }) };
  }

  return { ...processes, expectedSettings: () => ({ storefront: settingsAt(wanted.storefront) }), prepare, startAll };
}
