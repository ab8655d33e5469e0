import assert from "node:assert/strict";
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readdirSync, readFileSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { TEST_CARDS } from "#sandbox/processor/domain/test-cards.ts";
import { callsTo, gist, SECRET } from "./running-processor.ts";

const MAIN = join(import.meta.dirname, "../main.ts");
const OFF_THE_LIST = "5500005555555559";

test("P45: refuses to start in production or without a secret, with the reason in one line", async () => {
  assert.deepEqual(await end(start({ FOYER_ENVIRONMENT: "production" })), {
    code: 1,
    said: "The processor does not start. FOYER_ENVIRONMENT: the sandbox processor runs only where this is sandbox or uat\n",
  });
  assert.deepEqual(await end(start({ PROCESSOR_SECRET: "short" })), {
    code: 1,
    said: "The processor does not start. PROCESSOR_SECRET: must have at least 16 characters\n",
  });
});

test("P01, P32: keeps every charge over a kill and restart, without a card digit in files or output", async (context) => {
  const folder = mkdtempSync(join(tmpdir(), "processor-"));
  const port = await freePort();
  const processor = callsTo(`http://127.0.0.1:${port}`);
  const first = start({ FOYER_DATA: folder, PORT: String(port), FOYER_ENVIRONMENT: "sandbox" });
  context.after(() => first.process.kill("SIGKILL"));
  await ready(first);

  const quick = [...TEST_CARDS].filter(([, { kind }]) => kind !== "late").map(([number]) => number);
  await Promise.all([...quick, OFF_THE_LIST].map((number) => processor.pay(`attempt-${number.slice(-4)}`, number)));
  const paid = await processor.find("attempt-1111");
  assert.ok(paid !== "lost");
  assert.equal(gist(await processor.change(paid.body.id, "capture")), "200 captured");
  first.process.kill("SIGKILL");
  await end(first);

  const second = start({ FOYER_DATA: folder, PORT: String(port), FOYER_ENVIRONMENT: "sandbox" });
  context.after(() => second.process.kill("SIGKILL"));
  await ready(second);
  assert.equal(gist(await processor.find("attempt-1111")), "200 captured");
  assert.deepEqual(await processor.kinds("attempt-1111"), ["authorisation", "capture"]);
  assert.equal(gist(await processor.find("attempt-1103")), "200 declined declined");
  assert.equal(gist(await processor.pay("attempt-1111", "4111111111111111")), "200 authorised");
  assert.equal(gist(await processor.pay("attempt-1111", "4111111111111616")), "422 idempotency_key_reused");
  second.process.kill("SIGTERM");
  const { code } = await end(second);
  assert.equal(code, 0);

  const kept = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => readFileSync(join(entry.parentPath, entry.name), "utf8"));
  assert.equal(kept.length, 1);
  const everything = [...kept, first.said.join(""), second.said.join("")].join("\n");
  assert.match(everything, /processor ready/);
  assert.match(everything, /attempt-1111/);
  assert.deepEqual(digitsFound(everything), []);
});

test("the control: the search for digits finds a plain, spaced or encoded number", () => {
  const number = "4111111111111103";
  const ways = [
    number,
    "4111 1111 1111 1103",
    "4111-1111-1111-1103",
    "4111%201111%201111%201103",
    btoa(number),
    OFF_THE_LIST,
  ];
  for (const way of ways) assert.equal(digitsFound(`"before":"${way}","after"`).length, 1, way);
});

/** Returns every run of 12 to 19 digits with any spacing, and every test card in base64. An id may consist of digits by chance. */
function digitsFound(text: string): readonly string[] {
  const numbers = [...TEST_CARDS.keys(), OFF_THE_LIST];
  const withoutIds = text.replaceAll(/[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}/g, "id");
  const runs = withoutIds.match(/(?<![\dA-Za-z-])\d(?:(?:%20|[ -])?\d){11,18}(?![\dA-Za-z])/g) ?? [];
  return [...runs, ...numbers.map((number) => btoa(number)).filter((encoded) => text.includes(encoded))];
}

type Started = { readonly process: ChildProcess; readonly said: string[] };

function start(environment: Record<string, string>): Started {
  const child = spawn(process.execPath, [MAIN], {
    env: { PORT: "0", PROCESSOR_SECRET: SECRET, FOYER_DATA: tmpdir(), ...environment },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const said: string[] = [];
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding("utf8").on("data", (text) => said.push(text));
  return { process: child, said };
}

async function ready({ process, said }: Started): Promise<void> {
  while (!said.join("").includes("processor ready\n")) {
    if (process.stdout === null || process.exitCode !== null) throw new Error(`It ended: ${said.join("")}`);
    await Promise.race([once(process.stdout, "data"), once(process, "exit")]);
  }
}

async function end({ process, said }: Started): Promise<{ code: number | null; said: string }> {
  if (process.exitCode === null && process.signalCode === null) await once(process, "exit");
  return { code: process.exitCode, said: said.join("") };
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  server.close();
  await once(server, "close");
  return typeof address === "object" && address !== null ? address.port : 0;
}
