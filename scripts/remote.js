import { join } from "node:path";
import { writeWhole } from "./data-folder.js";
import { Fault } from "./fault.js";
import { freePort } from "./ports.js";
import { createProcesses } from "./processes.js";
import { keptSettings } from "./settings.js";
import { startStorefront, storefrontEnvironment } from "./storefront.js";

const NEEDED = ["TICKETING_URL", "TICKETING_USER", "TICKETING_PASSWORD", "TICKETING_ACCOUNT"];

/** Whoever names another ticketing service wants the storefront alone. */
export const isRemote = () => Boolean(process.env.TICKETING_URL);

/** The storefront in front of somebody else's service: no database, no processor, nothing seeded. */
export function createRemote({ node, data, ports }) {
  const processes = createProcesses({ node, logs: join(data, "logs") });

  async function prepare() {
    const missing = NEEDED.filter((name) => !process.env[name]);
    if (missing.length > 0) throw new Fault(`With TICKETING_URL, these must be set too: ${missing.join(", ")}.`);
    return { notes: [] };
  }

  async function startAll(_prepared, actionsKey) {
    const port = await freePort(ports.storefront);
    const given = (names) =>
      Object.fromEntries(names.flatMap((name) => (process.env[name] ? [[name, process.env[name]]] : [])));
    const environment = process.env.FOYER_ENVIRONMENT ?? "uat";
    const cards = given(["GOOD_CARD", "BAD_CARD"]);
    const ticketing = given([...NEEDED, "TICKETING_CA"]);
    const origin = `http://localhost:${port}`;
    const settings = keptSettings(data);
    const env = storefrontEnvironment({ origin, data, settings, environment, ticketing, cards });
    await startStorefront(processes, env, actionsKey);
    const addresses = {
      storefront: origin,
      service: ticketing.TICKETING_URL,
      account: Number(ticketing.TICKETING_ACCOUNT),
      ...(ticketing.TICKETING_CA && { ca: ticketing.TICKETING_CA }),
      ...(cards.GOOD_CARD && { goodCard: cards.GOOD_CARD }),
      ...(cards.BAD_CARD && { badCard: cards.BAD_CARD }),
    };
    writeWhole(join(data, "addresses.json"), addresses);
    return { addresses, moved: port === ports.storefront ? [] : [["storefront", port]] };
  }

  return { ...processes, prepare, startAll };
}
