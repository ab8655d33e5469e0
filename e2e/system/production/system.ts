import { type ChildProcess, spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { chmodSync, chownSync, copyFileSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { until } from "#e2e/tools/until.ts";
import { dataFolder } from "#scripts/launcher/data-folder.ts";
import { fromRoot, root } from "#scripts/lib/files.ts";
import { freePort, probe } from "#scripts/lib/ports.ts";
import { childEnvironment, type Variables } from "#scripts/lib/run.ts";
import { createSandbox, TEST_TIMEOUT } from "#scripts/sandbox/sandbox.ts";
import { identity, serverOwner } from "#service/sandbox/postgres/place.ts";

/** A machine that also builds or sells takes long to load a storefront. */
const READY_MS = 180_000;
const POLL_MS = 100;
const ANY_PORTS = { storefront: 0, service: 0, processor: 0 };

const key = () => randomBytes(32).toString("base64url");

/** The user and group of a process. Empty where the tests do not run as root. */
export type Identity = { readonly uid?: number; readonly gid?: number };

/** A run of a program. */
export type Serving = {
  readonly child: ChildProcess;
  /** What it has printed up to now. */
  readonly printed: () => string;
  /** Resolves with the exit code. */
  readonly ended: Promise<number>;
  /** Sends SIGTERM and resolves with the exit code. */
  readonly stop: () => Promise<number>;
};

/** An entry of the card processor's ledger. The attempt is the service's id of a payment. */
export type LedgerEntry = { readonly attempt: string; readonly kind: string };

export type ProductionSystem = Awaited<ReturnType<typeof startProductionSystem>>;

/**
 * Starts what a production system stands on: a PostgreSQL, a card processor, certificates and an account with the demo
 * season. `serve` runs the programs with complete settings, as a user who is not root and owns only the data folders. All data
 * is kept below `disk`.
 */
export async function startProductionSystem({ folder = root, disk = tmpdir() } = {}) {
  const data = await dataFolder(mkdtempSync(join(disk, "foyer-production-")));
  chmodSync(data, 0o711);
  const sandbox = createSandbox({ node: process.execPath, data, ports: ANY_PORTS });
  const { databaseUrl, accounts } = await sandbox.prepare();
  const secrets = JSON.parse(readFileSync(join(data, "settings.json"), "utf8"));
  const ports = { edge: await freePort(0), service: await freePort(0), processor: await freePort(0) };
  await sandbox.start({
    name: "processor",
    parameters: [fromRoot("service", "sandbox", "processor", "main.ts")],
    env: childEnvironment([], {
      FOYER_ENVIRONMENT: "sandbox",
      FOYER_DATA: data,
      HOST: "127.0.0.1",
      PORT: `${ports.processor}`,
      PROCESSOR_SECRET: secrets.processorSecret,
    }),
    ready: { url: `http://127.0.0.1:${ports.processor}/ready` },
  });

  const owner = identity(serverOwner());
  const serviceData = ownFolder("foyer-service", owner);
  const tls = ownFolder("foyer-service/tls", owner);
  for (const name of readdirSync(join(data, "tls")).filter((name) => !name.startsWith("ca-key"))) {
    copyFileSync(join(data, "tls", name), join(tls, name));
    give(join(tls, name), owner);
  }
  const ca = join(tls, "ca.pem");

  function ownFolder(name: string, of: Identity): string {
    const made = join(data, "own", name);
    mkdirSync(made, { recursive: true });
    chmodSync(join(data, "own"), 0o711);
    give(made, of);
    return made;
  }

  const settings = {
    storefront: {
      FOYER_ENVIRONMENT: "production",
      FOYER_ORIGIN: `https://localhost:${ports.edge}`,
      FOYER_DATA: ownFolder("foyer-web", owner),
      TRUSTED_HOPS: "1",
      TICKETING_URL: `https://localhost:${ports.service}/v2`,
      TICKETING_CA: ca,
      TICKETING_USER: accounts.shopUser,
      TICKETING_PASSWORD: secrets.shopPassword as string,
      TICKETING_ACCOUNT: `${accounts.account}`,
      TICKETING_MESSAGES: "1",
      ...TEST_TIMEOUT,
      CURRENCY: accounts.currency ?? "NZD",
      COOKIE_KEYS: key(),
      LINK_KEYS: key(),
      NEXTAUTH_SECRET: key(),
      NEXT_SERVER_ACTIONS_ENCRYPTION_KEY: builtKey(folder),
    },
    service: {
      FOYER_ENVIRONMENT: "production",
      FOYER_DATA: serviceData,
      PORT: `${ports.service}`,
      DATABASE_URL: databaseUrl,
      PROCESSOR_URL: `http://127.0.0.1:${ports.processor}`,
      PROCESSOR_SECRET: secrets.processorSecret as string,
      CARD_KEY: secrets.cardKey as string,
      SMTP_URL: "smtp://127.0.0.1:9",
      MAIL_FROM: "The Playhouse <tickets@foyer.example>",
      MESSAGE_ORIGINS: `https://localhost:${ports.edge}`,
    },
  } satisfies Readonly<Record<string, Variables>>;

  const running = new Set<ChildProcess>();

  /** Runs `npm run serve` with these programs and exactly these settings. */
  const serve = (programs: readonly string[], environment: Variables, as?: Identity) =>
    run([join(folder, "scripts", "serve.ts"), ...programs], environment, as);

  /** Runs a program of Node with exactly these settings, as the user of the storefront or as another one. */
  function run(parameters: readonly string[], environment: Variables, as: Identity = owner): Serving {
    const child = spawn(process.execPath, parameters, {
      cwd: folder,
      env: childEnvironment([], environment),
      stdio: ["ignore", "pipe", "pipe"],
      ...as,
    });
    running.add(child);
    let text = "";
    for (const stream of [child.stdout, child.stderr])
      stream?.setEncoding("utf8").on("data", (chunk: string) => {
        text += chunk;
      });
    const ended = once(child, "close").then(([code]) => {
      running.delete(child);
      return code === null ? -1 : Number(code);
    });
    const stop = () => {
      child.kill("SIGTERM");
      return ended;
    };
    return { child, printed: () => text, ended, stop };
  }

  /** Resolves once the address answers 200. Throws with what the program printed when it ends before that. */
  async function untilReady(serving: Serving, url: string): Promise<void> {
    const until = Date.now() + READY_MS;
    while (Date.now() < until && serving.child.exitCode === null) {
      if ((await probe(url, ca)) === 200) return;
      await pause(POLL_MS);
    }
    throw new Error(`${url} is not ready:\n${serving.printed()}`);
  }

  /** Returns the entries of the card processor's ledger. */
  async function ledger(): Promise<readonly LedgerEntry[]> {
    const answer = await fetch(`http://127.0.0.1:${ports.processor}/_ledger`);
    // The sandbox processor defines this shape.
    return ((await answer.json()) as { entries: readonly LedgerEntry[] }).entries;
  }

  const authorisations = async () => (await ledger()).filter(({ kind }) => kind === "authorisation").length;

  /** Returns a function that resolves once the processor has authorised a payment after this call. */
  async function watchAuthorisations(): Promise<() => Promise<void>> {
    const before = await authorisations();
    return () => until("a payment is authorised", async () => (await authorisations()) > before);
  }

  async function close(): Promise<void> {
    for (const child of running) child.kill("SIGTERM");
    await Promise.all([...running].map((child) => once(child, "close")));
    await sandbox.stop();
    rmSync(data, { recursive: true, force: true });
  }

  return {
    data,
    ca,
    tls,
    ports,
    owner,
    ownFolder,
    settings,
    manager: { user: accounts.user ?? "", password: secrets.promoterPassword as string },
    databaseUrl,
    serve,
    run,
    untilReady,
    ledger,
    watchAuthorisations,
    close,
  };
}

/** Gives a file or folder to a user, where this process may. */
function give(path: string, { uid, gid }: Identity): void {
  if (uid !== undefined && gid !== undefined) chownSync(path, uid, gid);
}

/** Returns the key of server actions of the build in a folder. Throws when there is none. */
export function builtKey(folder: string): string {
  return JSON.parse(readFileSync(join(folder, ".next", "server", "server-reference-manifest.json"), "utf8"))
    .encryptionKey;
}
