import { childEnvironment, type Variables } from "#tools/lib/child-environment.ts";
import { fromRoot } from "#tools/lib/paths.ts";
import type { Processes } from "#tools/lib/processes.ts";
import type { OperatorSettings } from "./settings.ts";
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

/** The program of the storefront. */
export const SERVER = fromRoot("server.ts");

/**
 * Starts the storefront at this port of the operator's host: the built one, or in development one that compiles each page on its
 * first request. It is ready once the ticketing service answers it.
 */
export function startStorefront(
  processes: Pick<Processes, "start">,
  {
    env,
    actionsKey,
    port,
    host = "localhost",
  }: {
    readonly env: NodeJS.ProcessEnv;
    readonly actionsKey: string;
    readonly port: number;
    readonly host?: string;
  },
): Promise<string> {
  return processes.start({
    name: "storefront",
    parameters: [
      // "localhost" is 127.0.0.1 wherever the machine has it: a browser reaches us by either.
      "--dns-result-order=ipv4first",
      ...[SERVER, "-p", String(port), "-H", host],
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
