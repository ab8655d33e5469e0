import assert from "node:assert/strict";
import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { startBuilt } from "#test/tools/built-storefront.ts";
import { cardNeedle, REAL_CARD, SECURITY_CODE } from "#test/tools/card-needles.ts";
import { fetchStorefront } from "#test/tools/fetch-storefront.ts";
import { answers, answersAPage, answersHalf, hangsUp, startFixture } from "#test/tools/fixture-service.ts";
import { assertNoLeaks, type Leak, leaksBelow, leaksIn, leaksInMessage } from "#test/tools/leak-scan.ts";
import { needlesOf } from "#test/tools/needles.ts";

/** P13 and P60, what only shows after the browser tests, and when the service behaves badly. `npm test` runs this last. */
const { LEAK_FOUND = "", LEAK_LOGS = "", LEAK_SECRETS = "[]" } = process.env;
const secrets = JSON.parse(LEAK_SECRETS) as { user: string; password: string }[];
const needles = secrets.flatMap(needlesOf);

/** Fewer answers than this, and the browser tests did not pass through the recorder. */
const ANSWERS_MIN = 500;
/** What Playwright leaves behind: traces, screenshots and its report. */
const ARTEFACTS = ["test-results", "playwright-report"];

/** Refusing comes last: the storefront asks no more for a while. */
const BEHAVIOURS = [
  ["fails", answers({ messages: ["no"] }, 500)],
  ["hangs up", hangsUp],
  ["answers half", answersHalf],
  ["answers a page", answersAPage],
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

test("P13: every byte that the browser tests were served is free of secrets and card numbers", () => {
  assertNoLeaks(recorded.filter((line) => "where" in line));
});

test("P13: what every process printed during the browser tests holds no secret, card number or security code", async () => {
  assert.ok((await readdir(LEAK_LOGS)).length >= 3, "no logs to look through");
  assertNoLeaks(await leaksBelow(LEAK_LOGS, [...needles, cardNeedle(), SECURITY_CODE]));
});

test("P60: no trace and no report holds a secret, or a card number off the test list", async () => {
  const folders = ARTEFACTS.filter((folder) => existsSync(folder));
  assert.notDeepEqual(folders, [], "no results to look through");
  const leaks = await Promise.all(folders.map((folder) => leaksBelow(folder, [...needles, REAL_CARD])));
  assertNoLeaks(leaks.flat());
});

test("P13: a storefront whose service refuses, fails, breaks off or lies prints and serves no secret", async () => {
  const fixture = await startFixture();
  const folder = await mkdtemp(join(tmpdir(), "foyer-leak-"));
  const running: ChildProcess[] = [];
  after(async () => {
    for (const child of running) child.kill("SIGKILL");
    await fixture.close();
    await rm(folder, { recursive: true, force: true });
  });
  const canary = { user: "canary-user-of-the-shop", password: "canary password & more/+" };
  const ours = needlesOf(canary);
  const leaks: Leak[] = [];
  for (const ca of [fixture.ca, join(import.meta.dirname, "nobody.pem")]) {
    const port = 20_000 + (process.pid % 10_000) + running.length;
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
      leaks.push(...leaksIn("what it printed", Buffer.concat(printed), ours));
      continue;
    }
    for (const [name, behaviour] of BEHAVIOURS) {
      fixture.behave(behaviour);
      for (const path of ["/en", "/en/events/7", "/api/availability/7", "/api/ready", "/en/checkout"]) {
        const answer = await fetchStorefront(base, { path });
        leaks.push(...leaksInMessage(answer.where, answer.headers, answer.body, ours));
      }
      if (ca === fixture.ca) assert.notDeepEqual(fixture.heard, [], `the service that ${name} was not asked`);
    }
    leaks.push(...leaksIn("what it printed", Buffer.concat(printed), ours));
    child.kill("SIGTERM");
    await once(child, "exit");
  }
  assertNoLeaks(leaks);
});
