import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { makeCertificates } from "#setup/certificates.ts";
import { COMPILED, freePort, type Sandbox } from "#test/programs.ts";

const GOOD_CARD = "4111111111111111";

export type ServiceProcesses = {
  /** The base address of each process, with the version segment. */
  readonly addresses: readonly string[];
  /** The authority that signed their certificate, as PEM. */
  readonly ca: string;
  readonly stop: () => Promise<void>;
};

type Options = {
  /** The folder of the service's package. */
  readonly service: string;
  readonly count: number;
  readonly databaseUrl: string;
  /** A folder for the certificates. */
  readonly data: string;
  readonly processor: Sandbox;
  /** Further settings of the processes. */
  readonly settings?: Readonly<Record<string, string>>;
};

/** Starts several processes of the service on one database, with its own entry point and limits, over HTTPS. */
export async function startServices({ count, ...options }: Options): Promise<ServiceProcesses> {
  const tls = join(options.data, "tls");
  await makeCertificates(tls, new Date());
  const ports: number[] = [];
  while (ports.length < count) ports.push(await freePort());
  const children = await Promise.all(ports.map((port) => start(port, options)));
  const killAll = () => children.forEach((child) => void child.kill("SIGKILL"));
  process.once("exit", killAll);
  return {
    addresses: ports.map((port) => `https://localhost:${port}/v2`),
    ca: readFileSync(join(tls, "ca.pem"), "utf8"),
    async stop() {
      process.off("exit", killAll);
      await Promise.all(children.map(end));
    },
  };
}

async function start(port: number, { service, databaseUrl, data, processor, settings }: Omit<Options, "count">) {
  const child = spawn(process.execPath, [join(service, "src", "main.ts")], {
    env: {
      ...COMPILED,
      NODE_ENV: "production",
      FOYER_ENVIRONMENT: "sandbox",
      FOYER_DATA: data,
      DATABASE_URL: databaseUrl,
      PORT: String(port),
      PROCESSOR_URL: processor.url,
      PROCESSOR_SECRET: processor.secret,
      CARD_KEY: "a key for the cards of the race's buyers",
      TEST_CARDS: GOOD_CARD,
      ...settings,
    },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const said = text(child.stderr);
  const ended = once(child, "exit").then(async () => {
    throw new Error(`A service process ended before it was ready: ${await said}`);
  });
  await Promise.race([once(child.stdout, "data"), ended]);
  ended.catch(() => {});
  return child;
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null) return;
  const ended = once(child, "exit");
  child.kill("SIGTERM");
  await ended;
}
