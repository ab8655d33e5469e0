import { mailServer } from "#src/notifications/outside/mail-server.ts";
import { openPool } from "#src/platform/store/db.ts";
import { queueMessages } from "#src/platform/store/outbox.ts";
import { stage } from "#test/stage.ts";

/**
 * Compares messages per second from the outbox, as the running service sends them, with a loop that only sends, to the same
 * mail server. Prints one line of JSON. Set DATABASE_URL and SMTP_URL.
 */
const ROUNDS = 5;
const MESSAGES = 300;
const CONCURRENCY = 4;
const POLL_MS = 20;

const db = openPool(needed("DATABASE_URL"));
const { hostname, port } = new URL(needed("SMTP_URL"));
const address = "tickets@foyer.example";
const server = mailServer({
  ...{ host: hostname, port: Number(port), isLoopback: true, tls: "if_offered", bounce: address },
  from: { name: "", address },
});
const { holdLocked, pay, caller } = await stage(db);
const { cartKey, key: saleKey } = await holdLocked([1]);
await pay(cartKey, "47.50");

const rounds: { readonly outbox: number; readonly bare: number }[] = [];
for (let round = -1; round < ROUNDS; round += 1) {
  const rates = { outbox: await outboxRate(`round ${round} of ${process.pid}`), bare: await bareRate() };
  // The first round is a warm-up.
  if (round >= 0) rounds.push(rates);
}
server.close();
await db.close();
console.log(JSON.stringify(rounds));

/** Returns messages per second from their commit until the last one is settled. */
async function outboxRate(name: string): Promise<number> {
  const messages = Array.from({ length: MESSAGES }, (_, nth) => ({
    ...{ accountId: caller.account.id, kind: "TICKETS" as const, key: `${name}, ${nth}`, saleKeys: [saleKey] },
    ...{ recipient: `bench${nth}@example.com`, language: "en" },
  }));
  const begun = performance.now();
  await db.transaction((tx) => queueMessages(tx, messages));
  while ((await waiting()) > 0) await new Promise((resolve) => setTimeout(resolve, POLL_MS));
  return (MESSAGES / (performance.now() - begun)) * 1_000;
}

async function waiting(): Promise<number> {
  const [row] = await db.query<{ messages: number }>(
    "SELECT count(*) AS messages FROM message WHERE account_id = $1 AND state = 'QUEUED'",
    [caller.account.id],
  );
  return row?.messages ?? 0;
}

async function bareRate(): Promise<number> {
  const begun = performance.now();
  let left = MESSAGES;
  const send = async () => {
    while (left > 0) {
      left -= 1;
      const recipient = `bench${left}@example.com`;
      await server.send({ id: `bare-${left}`, recipient, language: "en", subject: "Bench", text: "Text\n".repeat(20) });
    }
  };
  await Promise.all(Array.from({ length: CONCURRENCY }, send));
  return (MESSAGES / (performance.now() - begun)) * 1_000;
}

function needed(name: string): string {
  const value = process.env[name];
  if (value === undefined) throw new Error(`${name} must be set.`);
  return value;
}
