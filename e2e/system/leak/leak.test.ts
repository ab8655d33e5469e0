import assert from "node:assert/strict";
import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { startBuilt } from "#e2e/tools/built-storefront.ts";
import { fetchStorefront } from "#e2e/tools/fetch-storefront.ts";
import {
  answers,
  answersHtml,
  answersPartially,
  closesConnection,
  startFixtureService,
} from "#e2e/tools/fixture-service.ts";
import {
  assertNoLeaks,
  cardNeedle,
  type Leak,
  leaksBelow,
  leaksIn,
  leaksInMessage,
  needlesOf,
  PERSONAL,
  REAL_CARD,
  SECURITY_CODE,
} from "#e2e/tools/leak-scan.ts";
import { freePort } from "#scripts/lib/ports.ts";

/** P13 and P60: searches what the browser tests left behind, and a storefront with a faulty service. `npm test` runs this last. */
const { LEAK_FOUND = "", LEAK_LOGS = "", LEAK_METRICS = "", LEAK_SECRETS = "[]" } = process.env;
const secrets = JSON.parse(LEAK_SECRETS) as { user: string; password: string }[];
const needles = secrets.flatMap(needlesOf);

/** With fewer answers, the browser tests did not use the recorder. */
const ANSWERS_MIN = 500;
/** Traces, reports and logs of the browser tests. */
const ARTEFACTS = "e2e-results";

/** A refused credential comes last: after it the storefront makes no calls for a while. */
const BEHAVIOURS = [
  ["fails", answers({ messages: ["no"] }, 500)],
  ["closes the connection", closesConnection],
  ["answers in part", answersPartially],
  ["answers HTML", answersHtml],
  ["refuses the credential", answers({}, 401)],
] as const;

const recorded = (await readFile(LEAK_FOUND, "utf8"))
  .trim()
  .split("\n")
  .map((line) => JSON.parse(line) as { answers: number } | Leak);

test("the browser tests went through the recorder", () => {
  const seen = Math.max(...recorded.map((line) => ("answers" in line ? line.answers : 0)));
  assert.ok(seen >= ANSWERS_MIN, `only ${seen} answers passed through the recorder`);
});

test("P13: no byte served to the browser tests contains a secret or a card number", () => {
  assertNoLeaks(recorded.filter((line) => "where" in line));
});

test("P13: no log of the browser tests contains a secret, a card number or a security code", async () => {
  assert.ok((await readdir(LEAK_LOGS)).length >= 3, "no logs to search");
  assertNoLeaks(await leaksBelow(LEAK_LOGS, [...needles, cardNeedle(), SECURITY_CODE]));
});

test("P13: no log and no span contains an email address, a name, a key, a voucher or a link of an order", async () => {
  const found: Leak[] = [];
  for (const name of ["storefront.log", "service.log", "spans.jsonl"]) {
    const bytes = await readFile(join(LEAK_LOGS, name));
    assert.ok(bytes.length > 0, `${name} is empty`);
    found.push(...leaksIn(name, bytes, PERSONAL));
  }
  assertNoLeaks(found);
});

test("the lines of a purchase in the logs of storefront and service share order, attempt and request", async () => {
  const [storefront = [], service = []] = await Promise.all(
    ["storefront.log", "service.log"].map(async (name) =>
      (await readFile(join(LEAK_LOGS, name), "utf8"))
        .split("\n")
        .flatMap((line) => (line.startsWith("{") ? [JSON.parse(line)] : [])),
    ),
  );
  const idsOf = (lines: typeof storefront, event: string) =>
    new Set(
      lines
        .filter((line) => line.event === event)
        .map(({ order, attempt, request }) => `${order} ${attempt} ${request}`),
    );
  const [paid, paidThere] = [storefront, service].map((lines) => idsOf(lines, "A purchase was paid."));
  const sent = idsOf(service, "A message was sent.");
  const rendered = idsOf(storefront, "A message was rendered.");
  const whole = [...(paid ?? [])].filter((ids) => paidThere?.has(ids) && sent.has(ids) && rendered.has(ids));
  assert.ok(whole.length > 0, "no purchase has all four lines");
  for (const ids of whole) assert.match(ids, /^[2-9B-Z]{6} [0-9a-f-]{36} [0-9a-zA-Z-]{16,64}$/);
});

test("P13: the metrics count what the browser tests bought, and no name or label of them tells who", async () => {
  const texts = await Promise.all(LEAK_METRICS.split(",").map(async (address) => (await fetch(address)).text()));
  const metrics = texts.join("");
  for (const sold of [
    /^foyer_storefront_purchases_total\{[^}]*event="paid"[^}]*\} [1-9]/m,
    /^foyer_storefront_requests_total\{[^}]*route="\/\[locale\]\/events\/\[eventId\]"[^}]*\} [1-9]/m,
    /^foyer_service_payments_total\{[^}]*outcome="captured"[^}]*\} [1-9]/m,
    /^foyer_service_messages_total\{[^}]*result="sent"[^}]*\} [1-9]/m,
  ])
    assert.match(metrics, sold);
  // A measured value may have the digits of a card by chance.
  const labels = Buffer.from(metrics.replace(/ \S+$/gm, ""));
  assertNoLeaks(leaksIn("the metrics", labels, [...needles, cardNeedle(), SECURITY_CODE, ...PERSONAL]));
});

test("a payment is one trace from the action of the page to the call of the processor", async () => {
  const lines = (await readFile(join(LEAK_LOGS, "spans.jsonl"), "utf8")).trim().split("\n");
  const names = namesOfTraces(lines.map((line) => JSON.parse(line)));
  const wanted = ["POST /[locale]/checkout/pay", "call payCart", "POST /cart/{key}/payment", "processor authorise"];
  const isWhole = [...names.values()].some((trace) => wanted.every((name) => trace.has(name)));
  assert.ok(isWhole, `no trace has all of ${wanted.join(", ")}`);
});

test("P60: no trace or report contains a secret, or a card number that is not on the test list", async () => {
  assert.ok(existsSync(ARTEFACTS), "no results to search");
  assertNoLeaks(await leaksBelow(ARTEFACTS, [...needles, REAL_CARD]));
});

test("P13: a storefront with a failing service logs and serves no secret", async () => {
  const fixture = await startFixtureService();
  const folder = await mkdtemp(join(tmpdir(), "foyer-leak-"));
  const running: ChildProcess[] = [];
  after(async () => {
    for (const child of running) child.kill("SIGKILL");
    await fixture.close();
    await rm(folder, { recursive: true, force: true });
  });
  const canary = { user: "canary-user-of-the-shop", password: "canary password & more/+" };
  const canaryNeedles = needlesOf(canary);
  const leaks: Leak[] = [];
  for (const ca of [fixture.ca, join(import.meta.dirname, "missing.pem")]) {
    const port = await freePort(0);
    const settings = {
      FOYER_DATA: folder,
      TICKETING_URL: fixture.url,
      TICKETING_CA: ca,
      TICKETING_USER: canary.user,
      TICKETING_PASSWORD: canary.password,
    };
    const { base, child, listens } = startBuilt(port, settings, ["ignore", "pipe", "pipe"]);
    running.push(child);
    const printed: Buffer[] = [];
    child.stdout?.on("data", (chunk: Buffer) => printed.push(chunk));
    child.stderr?.on("data", (chunk: Buffer) => printed.push(chunk));
    if (!(await listens())) {
      leaks.push(...leaksIn("its log", Buffer.concat(printed), canaryNeedles));
      continue;
    }
    for (const [name, behaviour] of BEHAVIOURS) {
      fixture.behave(behaviour);
      for (const path of ["/en", "/en/events/7", "/api/availability/7", "/api/ready", "/en/checkout"]) {
        const answer = await fetchStorefront(base, { path });
        leaks.push(...leaksInMessage(answer.where, answer.headers, answer.body, canaryNeedles));
      }
      if (ca === fixture.ca) assert.notDeepEqual(fixture.received, [], `the service that ${name} was not called`);
    }
    leaks.push(...leaksIn("its log", Buffer.concat(printed), canaryNeedles));
    child.kill("SIGTERM");
    await once(child, "exit");
  }
  assertNoLeaks(leaks);
});

type ResourceSpans = {
  readonly scopeSpans: readonly {
    readonly spans: readonly { readonly traceId: string; readonly name: string }[];
  }[];
};

/** Returns the names of the spans of each trace, from what an OTLP collector received. */
function namesOfTraces(received: readonly ResourceSpans[]): ReadonlyMap<string, ReadonlySet<string>> {
  const names = new Map<string, Set<string>>();
  for (const { traceId, name } of received.flatMap(({ scopeSpans }) => scopeSpans.flatMap(({ spans }) => spans))) {
    names.set(traceId, (names.get(traceId) ?? new Set()).add(name));
  }
  return names;
}
