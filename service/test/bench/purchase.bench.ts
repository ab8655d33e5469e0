import { spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { makeCertificates } from "#setup/certificates.ts";
import { hashPassword } from "#src/accounts/use-cases/password.ts";
import { installMessageQueue } from "#src/notifications/outside/message-queue.ts";
import { openPool } from "#src/platform/store/db.ts";
import { migrate } from "#src/platform/store/migrate.ts";
import { putOnSale } from "#test/buying.ts";
import { freePort } from "#test/programs.ts";
import {
  type Connection,
  needed,
  openConnection,
  PLACES,
  type Rate,
  rateOf,
  requestBytes,
  type Target,
} from "./clients.ts";

/**
 * Measures whole purchases over HTTPS (reserve, lock, pay by card) of one event: 64 buyers at once, one service process, and
 * the sandbox processor in a process of its own. Prints one line of JSON. Set DATABASE_URL: the run has a database of its
 * own there, in which no other program sends the messages about the purchases.
 */
const BUYERS = 64;
const ROUNDS = 5;
const SECONDS = 4;
const CREDENTIAL = { user: "purchase@foyer.example", password: "for this run only" };
const CARD = { name: "Ada Lovelace", number: "4111111111111111", expiryMonth: 12, expiryYear: 2090, cvv: "123" };
const BUYER = { FIRST_NAME: "Ada", LAST_NAME: "Lovelace", EMAIL: "ada@example.com" };

const folder = mkdtempSync(join(tmpdir(), "foyer-bench-purchase-"));
const tls = join(folder, "tls");
await makeCertificates(tls, new Date());
const { db, url: databaseUrl, drop } = await openOwnDatabase(needed("DATABASE_URL"));
const { caller, eventId, ticketTypeIds } = await putOnSale(db, { sections: [PLACES], types: [{ maximum: PLACES }] });
await db.query("UPDATE account_user SET username = $2, password_hash = $3 WHERE id = $1", [
  caller.id,
  CREDENTIAL.user,
  await hashPassword(CREDENTIAL.password),
]);

const secret = "a secret of this run only";
const processorFile = join(import.meta.dirname, "..", "..", "processor", "test", "without-delay.ts");
const processor = await startProgram(processorFile, {}, [secret, mkdtempSync(join(folder, "processor-"))]);
const service = await startProgram(join(import.meta.dirname, "purchase-service.ts"), {
  NODE_ENV: "production",
  PROCESSOR_SECRET: secret,
  FOYER_ENVIRONMENT: "sandbox",
  FOYER_DATA: folder,
  DATABASE_URL: databaseUrl,
  PORT: String(await freePort()),
  PROCESSOR_URL: `http://127.0.0.1:${processor.port}`,
  CARD_KEY: "a key for the cards of this run's buyers",
  TEST_CARDS: CARD.number,
});
const target: Target = {
  url: new URL(`https://localhost:${service.port}/v2`),
  ca: readFileSync(join(tls, "ca.pem")),
};
try {
  const rounds: Rate[] = [];
  for (let round = -1; round < ROUNDS; round += 1) {
    const connections = await Promise.all(Array.from({ length: BUYERS }, () => openConnection(target)));
    const rate = await rateOf(BUYERS, SECONDS, async (at) => {
      const connection = connections[at];
      if (connection) await purchase(connection);
    });
    for (const { close } of connections) close();
    // The first round is a warm-up.
    if (round >= 0) rounds.push(rate);
  }
  console.log(JSON.stringify(rounds));
} finally {
  await service.stop();
  await processor.stop();
  await drop();
  rmSync(folder, { recursive: true, force: true });
}

/** Reserves one ticket, locks its cart and pays by card, as the storefront does. Throws unless the payment succeeds. */
async function purchase(connection: Connection): Promise<void> {
  const credential = `${CREDENTIAL.user}:${CREDENTIAL.password}`;
  const call = async (path: string, body: object, moreHeaders: readonly string[] = []) => {
    const answer = await connection.send(requestBytes(target, { path, credential, body, moreHeaders }));
    if (answer.status !== 200) throw new Error(`${path} was answered ${answer.status}: ${answer.body.slice(0, 300)}`);
    return JSON.parse(answer.body);
  };
  const tickets = [{ ticketType: ticketTypeIds[0], quantity: 1 }];
  const { multiSaleKey } = await call("/reservation/", { event: eventId, tickets });
  await call(`/cart/${multiSaleKey}/lock`, BUYER);
  const key = `Idempotency-Key: ${randomUUID()}`;
  const paid = await call(`/cart/${multiSaleKey}/payment`, { amount: 47.5, creditCard: CARD }, [key]);
  if (paid.type !== "SUCCESS") throw new Error(`A payment was answered ${paid.type}.`);
}

/** A migrated, empty database beside the one of this address, in which no other program has work to do. */
async function openOwnDatabase(address: string) {
  const name = `bench_${randomUUID().replaceAll("-", "")}`;
  const administrator = openPool(address, 1);
  await administrator.query(`CREATE DATABASE ${name}`);
  const url = address.replace(/\/[^/?]*(\?|$)/, `/${name}$1`);
  const db = openPool(url);
  await migrate(db);
  await installMessageQueue(db);
  return {
    db,
    url,
    async drop() {
      await db.close();
      await administrator.query(`DROP DATABASE ${name} WITH (FORCE)`);
      await administrator.close();
    },
  };
}

/** Starts a program of Node that prints its port when it is ready. */
async function startProgram(file: string, env: Readonly<Record<string, string>>, parameters: readonly string[] = []) {
  const child = spawn(process.execPath, [file, ...parameters], {
    env: { ...env },
    stdio: ["ignore", "pipe", "inherit"],
  });
  process.once("exit", () => child.kill("SIGKILL"));
  const { promise: port, resolve, reject } = Promise.withResolvers<number>();
  // Other lines are of the program's log.
  createInterface({ input: child.stdout }).on("line", (line) => /^\d+$/.test(line) && resolve(Number(line)));
  const ended = once(child, "exit");
  void ended.then(() => reject(new Error(`${file} ended before it was ready.`)));
  return {
    port: await port,
    stop: () => {
      child.kill("SIGTERM");
      return ended;
    },
  };
}
