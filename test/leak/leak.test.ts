import assert from "node:assert/strict";
import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { askStorefront } from "#test/tools/ask-storefront.ts";
import { startBuilt } from "#test/tools/built-storefront.ts";
import { answers, answersAPage, answersHalf, hangsUp, startFixture } from "#test/tools/fixture-service.ts";
import { leaksBelow, leaksIn, leaksInMessage } from "#test/tools/leak-scan.ts";
import { needlesOf } from "#test/tools/needles.ts";

/** P13, what only shows after the stories were told, and when the service behaves badly. `npm test` runs this last. */
const { LEAK_FOUND = "", LEAK_LOGS = "", LEAK_SECRETS = "[]" } = process.env;
const secrets = JSON.parse(LEAK_SECRETS) as { user: string; password: string }[];
const needles = secrets.flatMap(needlesOf);

/** Fewer answers than this, and the stories did not pass through the recorder. */
const ANSWERS_MIN = 500;

test("every byte that the stories were served is free of secrets", async () => {
  const lines = (await readFile(LEAK_FOUND, "utf8"))
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line) as { answers?: number });
  const seen = Math.max(...lines.map(({ answers = 0 }) => answers));
  assert.ok(seen >= ANSWERS_MIN, `only ${seen} answers passed through the recorder`);
  assert.deepEqual(
    lines.filter((line) => line.answers === undefined),
    [],
  );
});

test("what every process printed while the stories were told holds no secret", async () => {
  assert.ok((await readdir(LEAK_LOGS)).length >= 3, "no logs to look through");
  assert.deepEqual(await leaksBelow(LEAK_LOGS, needles), []);
});

test("a storefront whose service refuses, fails, breaks off or lies prints and serves no secret", async () => {
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
      assert.deepEqual(leaksIn("what it printed", Buffer.concat(printed), ours), []);
      continue;
    }
    for (const behaviour of [
      answers({}, 401),
      answers({ messages: ["no"] }, 500),
      hangsUp,
      answersHalf,
      answersAPage,
    ]) {
      fixture.behave(behaviour);
      for (const path of ["/en", "/en/events/7", "/api/availability/7", "/api/ready", "/en/checkout"]) {
        const answer = await askStorefront(base, { path });
        assert.deepEqual(leaksInMessage(answer.where, answer.headers, answer.body, ours), []);
      }
    }
    assert.deepEqual(leaksIn("what it printed", Buffer.concat(printed), ours), []);
    child.kill("SIGTERM");
    await once(child, "exit");
  }
});

test("the control: the same search finds a credential in a prop, a message, a closure's text and a cookie", () => {
  const [first] = secrets;
  assert.ok(first, "no secret was named");
  const { user, password } = first;
  const basic = Buffer.from(`${user}:${password}`).toString("base64");
  const leaky: readonly (readonly [headers: Record<string, string>, body: string])[] = [
    [{}, `self.__next_f.push([1,"{\\"password\\":${JSON.stringify(password)}}"])`],
    [{}, `Error: the call with Authorization: Basic ${basic} failed`],
    [{}, Buffer.from(password).toString("hex")],
    [{ "set-cookie": `visit=${encodeURIComponent(password)}; Path=/` }, ""],
  ];
  for (const [headers, body] of leaky) {
    assert.notDeepEqual(leaksInMessage("control", headers, Buffer.from(body), needles), []);
  }
});
