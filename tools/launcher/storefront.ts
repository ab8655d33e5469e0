import { pathToFileURL } from "node:url";
import { childEnvironment, type Variables } from "#tools/lib/child-environment.ts";
import { fromRoot } from "#tools/lib/paths.ts";
import type { Processes } from "#tools/lib/processes.ts";
import type { OperatorSettings } from "./operator-settings.ts";
import type { StoredSecrets } from "./stored-secrets.ts";

const IPV6 = /:/;

/**
 * Returns the storefront's whole environment: the secrets of this data folder, the operator's settings, and what only
 * the launcher knows. Its only credential is the shop's: it has neither the promoter's nor the processor's secret.
 */
export function storefrontEnvironment({
  origin,
  data,
  settings,
  operator,
  known,
  reloads = false,
}: {
  readonly origin: string;
  readonly data: string;
  readonly settings: StoredSecrets;
  readonly operator: OperatorSettings;
  readonly known: Variables;
  readonly reloads?: boolean | undefined;
}): NodeJS.ProcessEnv {
  const publicOrigin = operator.origin ?? origin;
  return childEnvironment([], {
    FOYER_ORIGIN: publicOrigin,
    COOKIE_KEYS: settings.cookieKeys,
    LINK_KEYS: settings.linkKeys,
    NEXTAUTH_SECRET: settings.nextAuthSecret,
    // In a sandbox, any page of this machine may try an embed.
    ...(known.FOYER_ENVIRONMENT === "sandbox" && { EMBED_ORIGINS: "http://127.0.0.1:*" }),
    ...known,
    ...operator.storefront,
    FOYER_DATA: data,
    NODE_ENV: reloads ? "development" : "production",
    NEXT_TELEMETRY_DISABLED: "1",
  });
}

/**
 * Longer than an edge keeps an idle connection (deploy: 60 s), so that the edge closes it first. Node's own five seconds would close
 * it at the moment at which a request arrives, and the edge may not repeat a payment.
 */
const KEEP_ALIVE_MS = 75_000;

const FRAMEWORK = fromRoot("node_modules", "next", "dist", "bin", "next");
const DEVELOPMENT_SERVER: readonly string[] = [FRAMEWORK, "dev"];
export const PRODUCTION_SERVER: readonly string[] = [FRAMEWORK, "start", "--keepAliveTimeout", String(KEEP_ALIVE_MS)];

/** What Node loads before the framework, which listens before it has loaded the rules for requests. */
export const BEFORE_FRAMEWORK: readonly string[] = [
  "--import",
  pathToFileURL(fromRoot("tools", "lib", "early-requests.ts")).href,
];

/**
 * Starts the built storefront at this port of the operator's host, or with `reloads` the development server, which
 * compiles each page on its first request. It is ready once the ticketing service answers it.
 */
export function startStorefront(
  processes: Pick<Processes, "start">,
  {
    env,
    actionsKey,
    port,
    host = "localhost",
    reloads = false,
  }: {
    readonly env: NodeJS.ProcessEnv;
    readonly actionsKey: string;
    readonly port: number;
    readonly host?: string;
    readonly reloads?: boolean | undefined;
  },
): Promise<string> {
  return processes.start({
    name: "storefront",
    parameters: [
      // "localhost" is 127.0.0.1 wherever the machine has it: a browser reaches us by either.
      "--dns-result-order=ipv4first",
      // The development server is a child of this process, which gets no such parameter.
      ...(reloads ? DEVELOPMENT_SERVER : [...BEFORE_FRAMEWORK, ...PRODUCTION_SERVER]),
      ...["-p", String(port), "-H", host],
    ],
    env: { ...env, NEXT_SERVER_ACTIONS_ENCRYPTION_KEY: actionsKey },
    ready: { url: `http://${reachableAt(host)}:${port}/api/ready` },
  });
}

/** Returns the loopback for a host that means every address of the machine. */
function reachableAt(host: string): string {
  if (host === "0.0.0.0" || host === "::") return "localhost";
  return IPV6.test(host) ? `[${host}]` : host;
}
