import { join } from "node:path";
import { fromRoot, writeJson } from "#scripts/lib/files.ts";
import { choosePorts, movedPorts } from "#scripts/lib/ports.ts";
import type { Processes } from "#scripts/lib/processes.ts";
import { childEnvironment, type Variables } from "#scripts/lib/run.ts";
import { print } from "#scripts/lib/terminal.ts";
import type { Shop, ShopOptions } from "#scripts/sandbox/addresses.ts";
import { type StoredSecrets, storedSecrets } from "./data-folder.ts";
import type { OperatorSettings } from "./settings.ts";

const NOTE =
  "Tests that buy refuse this shop until FOYER_PAYMENTS=fake declares that its service never charges a real card.";

type EnvironmentInputs = {
  readonly origin: string;
  readonly data: string;
  readonly settings: StoredSecrets;
  readonly operator: OperatorSettings;
  /** What only the launcher knows. */
  readonly known: Variables;
  readonly reloads: boolean;
};

/**
 * Returns the storefront's whole environment: the secrets of this data folder, the operator's settings, and what only
 * the launcher knows. Its only credential is the shop's: it has neither the promoter's nor the processor's secret.
 */
export function storefrontEnvironment(inputs: EnvironmentInputs): NodeJS.ProcessEnv {
  const { origin, data, settings, operator, known, reloads } = inputs;
  return childEnvironment([], {
    FOYER_ORIGIN: operator.origin ?? origin,
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

type Start = {
  readonly env: NodeJS.ProcessEnv;
  readonly actionsKey: string;
  readonly port: number;
  readonly host: string;
  /** How long it may wait without a word for a ticketing service that starts beside it. */
  readonly quietMs?: number;
};

/**
 * Starts the storefront at this port of the operator's host: the built one, or in development one that compiles each page on its
 * first request. It is ready once it can sell. Prints what it waits for, and what of the ticketing service it cannot read.
 */
export async function startStorefront(
  processes: Pick<Processes, "start">,
  { env, actionsKey, port, host, quietMs = 0 }: Start,
): Promise<void> {
  // The loopback stands for every address of the machine.
  const reachable = ["0.0.0.0", "::"].includes(host) ? "localhost" : host.includes(":") ? `[${host}]` : host;
  const answer = await processes.start({
    name: "storefront",
    // "localhost" is 127.0.0.1 wherever the machine has it: a browser reaches us by either.
    parameters: ["--dns-result-order=ipv4first", fromRoot("server.ts"), "-p", String(port), "-H", host],
    env: { ...env, NEXT_SERVER_ACTIONS_ENCRYPTION_KEY: actionsKey },
    ready: { url: `http://${reachable}:${port}/api/ready`, unless: { afterMs: quietMs, say: printReadiness } },
  });
  printReadiness(answer);
}

/** Prints what /api/ready says, in lines of their own below the step that waits. */
export function printReadiness(answer: string): void {
  for (const line of readinessLines(answer)) print(`\n  ${line}`);
}

/** Returns the reasons why the storefront cannot sell, and what it cannot read, from an answer of /api/ready. */
export function readinessLines(answer: string): readonly string[] {
  const { status = "", unreadable = [] } = readinessIn(answer);
  const waiting = status === "ready" || status === "" ? [] : [`Waiting: ${status}.`];
  const others = unreadable.filter((what) => !status.includes(what));
  return [...waiting, ...others.map((what) => `The ticketing service's answer cannot be read: ${what}.`)];
}

/** The development server answers with a page while it compiles. */
function readinessIn(answer: string): { readonly status?: string; readonly unreadable?: readonly string[] } {
  try {
    return JSON.parse(answer);
  } catch {
    return {};
  }
}

/** Creates a shop of the storefront alone, in front of another ticketing service. */
export function createRemote({
  data,
  operator,
  processes,
  reloads = false,
  secrets: settings = storedSecrets(data),
}: ShopOptions): Shop {
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
    const [goodCard, badCard] = operator.testCards;
    const addresses = {
      storefront: env.FOYER_ORIGIN ?? "",
      listens: `http://${operator.host}:${port}`,
      service: env.TICKETING_URL ?? "",
      account: Number(env.TICKETING_ACCOUNT),
      ...(env.TICKETING_CA && { ca: env.TICKETING_CA }),
      ...(goodCard && { goodCard }),
      ...(badCard && { badCard }),
    };
    writeJson(join(data, "addresses.json"), addresses);
    return { addresses, moved: movedPorts(wanted, { storefront: port }) };
  }

  return { ...processes, expectedSettings: () => ({ storefront: settingsAt(wanted.storefront) }), prepare, startAll };
}
