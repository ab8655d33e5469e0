import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type TestContext, test } from "node:test";
import { Card } from "#src/payments/domain/card.ts";
import { processorOverHttp } from "#src/payments/outside/processor-over-http.ts";

const SECRET = "a secret of the tests";
const AMOUNT = { minor: 9700, currency: "AUD" };

/** The result of authorising, then of reading the attempt until there is an answer. */
const LEARNT: readonly (readonly [what: string, number: string, paid: string, found: string])[] = [
  ["good", "4111111111111111", "authorised", "authorised"],
  ["bad", "4111111111111103", "declined", "declined"],
  ["answer lost", "4111111111111400", "not_known", "authorised"],
  ["half answer", "4111111111111418", "not_known", "authorised"],
  ["request lost", "4111111111111434", "not_known", "never charged"],
  ["real card", "5500005555555559", "declined", "never charged"],
];

test("the service and the sandbox processor understand each other", async (context) => {
  const processor = processorOverHttp({ url: await startProcessor(context), secret: SECRET, limitMs: 10_000 });
  for (const [what, number, paid, found] of LEARNT) {
    await context.test(what, async () => {
      const charge = await processor.authorise(number.slice(-4), AMOUNT, cardOf(number));
      assert.equal(typeof charge === "string" ? charge : charge.state, paid);
      const known = await processor.findByAttempt(number.slice(-4));
      assert.equal(typeof known === "string" ? known : (known?.state ?? "never charged"), found);
    });
  }

  await context.test("capture, refund and void", async () => {
    const captured = await authorised(processor, "to-capture", "4111111111111111");
    assert.equal(await processor.capture(captured), "captured");
    assert.equal(await processor.capture(captured), "captured");
    assert.equal(await processor.voidCharge(captured), "refused");
    assert.equal(await processor.refund(captured), "refunded");
    const stubborn = await authorised(processor, "to-void", "4111111111111624");
    assert.equal(await processor.capture(stubborn), "refused");
    assert.equal(await processor.voidCharge(stubborn), "not_known");
    assert.equal(await processor.voidCharge(stubborn), "voided");
  });

  await context.test("a wrong secret is turned away", async (inner) => {
    const stranger = processorOverHttp({ url: await startProcessor(inner), secret: "another", limitMs: 10_000 });
    assert.equal(await stranger.authorise("a", AMOUNT, cardOf("4111111111111111")), "not_sent");
  });
});

async function authorised(processor: ReturnType<typeof processorOverHttp>, attempt: string, number: string) {
  const charge = await processor.authorise(attempt, AMOUNT, cardOf(number));
  if (typeof charge === "string" || charge.state !== "authorised") throw new Error("The card was not authorised.");
  return charge.id;
}

function cardOf(number: string): Card {
  return new Card({ name: "Ada Lovelace", number, expiryMonth: 12, expiryYear: 2031, cvv: "737" });
}

/** As its own process and by its address only: neither side may import the other. */
async function startProcessor(context: TestContext): Promise<string> {
  const port = await freePort();
  const child = spawn(process.execPath, [join(import.meta.dirname, "../../processor/main.ts")], {
    env: { PORT: String(port), PROCESSOR_SECRET: SECRET, FOYER_DATA: mkdtempSync(join(tmpdir(), "processor-")) },
    stdio: ["ignore", "pipe", "inherit"],
  });
  context.after(() => child.kill("SIGKILL"));
  await once(child.stdout, "data");
  return `http://127.0.0.1:${port}`;
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  server.close();
  await once(server, "close");
  return typeof address === "object" && address !== null ? address.port : 0;
}
