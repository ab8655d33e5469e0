import { SETTING_RULES } from "#tools/launcher/setting-rules.ts";
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

const STOREFRONT_SETTINGS: readonly string[] = [
  ...Object.entries(SETTING_RULES).flatMap(([name, { reader }]) =>
    ["storefront", "build", "both"].includes(reader) ? [name] : [],
  ),
  ...["FOYER_DATA", "NEXT_SERVER_ACTIONS_ENCRYPTION_KEY"],
];

/** The settings of service/src/settings.ts. A test compares the two lists. */
export const SERVICE_SETTINGS: readonly string[] = [
  ...["FOYER_ENVIRONMENT", "HOST", "PORT", "FOYER_DATA", "TLS_CERT_FILE", "TLS_KEY_FILE", "DATABASE_URL"],
  ...["PROCESSOR_URL", "PROCESSOR_SECRET", "CARD_KEY", "TEST_CARDS", "STRICT_V2", "DRAIN_SECONDS", "LOG_LEVEL"],
  ...["OTEL_EXPORTER_OTLP_ENDPOINT", "OTEL_TRACES_SAMPLER_ARG"],
  ...["SMTP_URL", "MAIL_FROM", "MAIL_BOUNCE", "DKIM_DOMAIN", "DKIM_SELECTOR", "DKIM_KEY_FILE", "MESSAGE_ORIGINS"],
  ...["HOLD_SECONDS", "HOLD_CEILING_SECONDS", "LATE_PAY_SECONDS", "WAITING_LIST_OFFER_SECONDS"],
  ...["METRICS_HOST", "SERVICE_METRICS_PORT", "WORKER_METRICS_PORT"],
];

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
    env: childEnvironment(STOREFRONT_SETTINGS, production),
  };
}
