import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { makeCertificates } from "#setup/certificates.ts";
import { hashPassword } from "#src/accounts/use-cases/password.ts";
import type { Db } from "#src/platform/store/db.ts";
import { BUYER, type OnSale, putOnSale } from "#test/buying.ts";
import { testDatabase } from "#test/cluster.ts";
import { type Answer, type Method, openClient } from "#test/kills/client.ts";
import { COMPILED, freePort, type Sandbox, startSandbox } from "#test/programs.ts";
import { TEST_PASSWORD } from "#test/test-app.ts";

const PROCESSES = 2;
/** The maximum of tries after the answer "busy". */
const TRIES_MAX = 50;
const BUSY = 503;

export type ServiceClient = {
  /** Sends one request to one of the processes. The same `at` is always the same process. */
  readonly ask: (at: number, method: Method, path: string, body?: object) => Promise<Answer>;
  readonly close: () => void;
};

/** Service processes on a separate database, a client of them, and a processor with an empty ledger. */
export type RaceSetting = {
  readonly db: Db;
  readonly processor: Sandbox;
  readonly client: ServiceClient;
  /** Creates an event of the shop's account. */
  readonly putOnSale: (wish: Parameters<typeof putOnSale>[1]) => Promise<OnSale>;
  readonly close: () => Promise<void>;
};

/** Starts the processes of a race from this copy of the service. */
export async function openRaceSetting(service: string): Promise<RaceSetting> {
  const { db, url, drop } = await testDatabase();
  const processor = await startSandbox();
  const data = mkdtempSync(join(tmpdir(), "foyer-race-"));
  const processes = await startServices({ service, count: PROCESSES, databaseUrl: url, data, processor });
  const { client, caller } = await signIn(db, processes);
  return {
    db,
    processor,
    client,
    async putOnSale(wish) {
      const onSale = await putOnSale(db, wish);
      await db.query(`UPDATE event SET account_id = $1 WHERE id = $2`, [caller.account.id, onSale.eventId]);
      return { ...onSale, caller };
    },
    async close() {
      client.close();
      await processes.stop();
      processor.stop();
      await drop();
      rmSync(data, { recursive: true, force: true });
    },
  };
}

/** Signs the shop's user, who may manage, in at each process, so that the slow password hash is not part of the race. */
export async function signIn(db: Db, { addresses, ca }: ServiceProcesses) {
  const { caller } = await putOnSale(db);
  const [user] = await db.query<{ username: string }>(
    `UPDATE account_user SET password_hash = $2, may_manage = true WHERE id = $1 RETURNING username`,
    [caller.id, await hashPassword(TEST_PASSWORD)],
  );
  const clients = addresses.map((address) => openClient(() => address, ca, `${user?.username}:${TEST_PASSWORD}`));
  const client: ServiceClient = {
    async ask(at, method, path, body = {}) {
      const answer = await clients[at % clients.length]?.ask(
        method,
        path,
        method === "POST" || method === "PUT" ? body : undefined,
      );
      if (answer === undefined || answer === "no_answer") throw new Error(`${method} ${path} got no answer.`);
      return answer;
    },
    close: () => clients.forEach((one) => void one.close()),
  };
  const answers = await Promise.all(addresses.map((_, at) => client.ask(at, "GET", "/user/login")));
  if (answers.some(({ status }) => status !== 200)) throw new Error("The shop's user cannot sign in.");
  return { client, caller };
}

/** Repeats a request until the answer is not "busy". */
export async function untilAnswered(ask: () => Promise<Answer>): Promise<Answer> {
  for (let tries = 1; ; tries += 1) {
    const answer = await ask();
    if (answer.status !== BUSY || tries >= TRIES_MAX) return answer;
  }
}

/** Returns the codes of a refusal, such as `SOLD_OUT`, or the status of another answer. */
export function refusalOf({ status, body }: Answer): string {
  const errors = Array.isArray(body.errors) ? body.errors : [];
  return status === 200 && errors.length > 0 ? errors.map(({ code }) => code).join() : `status ${status}`;
}

/** Returns a line with the number of each value that is not allowed. */
export function unexpected(what: string, found: readonly string[], allowed: readonly string[]): readonly string[] {
  const others = Map.groupBy(
    found.filter((one) => !allowed.includes(one)),
    (one) => one,
  );
  return [...others].map(([one, all]) => `${what}: ${all.length} × ${one}`);
}

/** A card that the sandbox processor approves. */
export const CARD = { name: "Ada Lovelace", number: "4111111111111111", expiryMonth: 12, expiryYear: 2090, cvv: "123" };

/** Reserves tickets of the event's only type, and locks their cart. */
export async function lockOrder(client: ServiceClient, { eventId, ticketTypeIds }: OnSale, at: number, quantity = 1) {
  const body = { event: eventId, tickets: [{ ticketType: ticketTypeIds[0], quantity }] };
  const reserved = await untilAnswered(() => client.ask(at, "POST", "/reservation/", body));
  const { key, multiSaleKey } = reserved.body;
  const { status } = await untilAnswered(() => client.ask(at, "POST", `/cart/${multiSaleKey}/lock`, BUYER));
  if (typeof key !== "string" || status !== 200) throw new Error(`An order was not created (${status}).`);
  return { key, cartKey: String(multiSaleKey) };
}

const GOOD_CARD = "4111111111111111";

type ServiceProcesses = {
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
