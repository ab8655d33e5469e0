import { join } from "node:path";
import { writeWhole } from "./data-folder.js";
import { choosePorts, movedPorts } from "./ports.js";
import { createProcesses } from "./processes.js";
import { keptSettings } from "./settings.js";
import { startStorefront, storefrontEnvironment } from "./storefront.js";

/** The storefront in front of somebody else's service: no database, no processor, nothing seeded. */
export function createRemote({
  node,
  data,
  operator,
  processes = createProcesses({ node, logs: join(data, "logs") }),
}) {
  const settings = keptSettings(data);
  const wanted = { storefront: operator.ports.storefront };

  /** What its payments are is for the operator to say: nothing here has seen the processor behind that service. */
  const settingsAt = (port) =>
    storefrontEnvironment({ origin: `http://localhost:${port}`, data, settings, operator, known: {} });
  const expectedSettings = () => settingsAt(wanted.storefront);

  async function prepare() {
    const { FOYER_ENVIRONMENT, FOYER_PAYMENTS } = operator.storefront;
    if (FOYER_ENVIRONMENT === "production" || FOYER_PAYMENTS) return { notes: [] };
    return {
      notes: [
        "Tests that buy will refuse this shop: nobody has said that its service never charges a real card (FOYER_PAYMENTS=fake).",
      ],
    };
  }

  async function startAll(_prepared, actionsKey) {
    const { storefront: port } = await choosePorts(wanted, operator);
    const env = settingsAt(port);
    await startStorefront(processes, { env, actionsKey, port, host: operator.host });
    const addresses = {
      storefront: env.FOYER_ORIGIN,
      listens: `http://${operator.host}:${port}`,
      service: env.TICKETING_URL,
      account: Number(env.TICKETING_ACCOUNT),
      ...(env.TICKETING_CA && { ca: env.TICKETING_CA }),
      ...(env.GOOD_CARD && { goodCard: env.GOOD_CARD }),
      ...(env.BAD_CARD && { badCard: env.BAD_CARD }),
    };
    writeWhole(join(data, "addresses.json"), addresses);
    return { addresses, moved: movedPorts(wanted, { storefront: port }) };
  }

  return { ...processes, expectedSettings, prepare, startAll };
}
