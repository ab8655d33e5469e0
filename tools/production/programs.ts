import { SERVICE_SETTINGS, STOREFRONT_SETTINGS } from "#tools/launcher/setting-names.ts";
import { SERVER } from "#tools/launcher/storefront.ts";
import { childEnvironment } from "#tools/lib/child-environment.ts";
import { fromRoot } from "#tools/lib/paths.ts";

/** The programs of a production system. The service answers calls; the worker sweeps, reconciles, refunds and mails. */
export const PROGRAM_NAMES = ["storefront", "service", "worker"] as const;
export type ProgramName = (typeof PROGRAM_NAMES)[number];

/** A program with everything that it is started with. */
export type ProductionProgram = {
  readonly name: ProgramName;
  readonly parameters: readonly string[];
  readonly env: NodeJS.ProcessEnv;
};

const DEFAULT_PORT = "4000";
const DEFAULT_HOST = "localhost";

/** Returns a program with its own settings of this environment: no program gets another one's secrets. */
export function productionProgram(name: ProgramName, settings: NodeJS.ProcessEnv): ProductionProgram {
  const production = { NODE_ENV: "production", NEXT_TELEMETRY_DISABLED: "1" };
  if (name !== "storefront")
    return {
      name,
      parameters: [fromRoot("service", "src", "main.ts"), name === "service" ? "api" : "worker"],
      env: childEnvironment(SERVICE_SETTINGS, production),
    };
  const { FOYER_HOST: host = DEFAULT_HOST, FOYER_PORT: port = DEFAULT_PORT } = settings;
  return {
    name,
    parameters: [SERVER, "-H", host, "-p", port],
    env: childEnvironment([...STOREFRONT_SETTINGS, "NEXT_SERVER_ACTIONS_ENCRYPTION_KEY"], production),
  };
}
