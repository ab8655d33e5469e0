import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { test } from "node:test";
import { setTimeout as pause } from "node:timers/promises";
import { freePort } from "#scripts/lib/ports.ts";
import { lookAtHealth } from "#scripts/testing/health-unit.ts";

const LEFT_ALONE = { code: 0, output: "", asked: "" };

/** Starts a storefront in a process of its own. `hang` stops it as it is, as a page that never ends would. */
async function startProgram(t: { after: (work: () => void) => void }) {
  const source = `require("node:http").createServer((_, answer) => answer.end()).listen(0, "127.0.0.1", function () {
    console.log(this.address().port); })`;
  const child = spawn(process.execPath, ["-e", source], { stdio: ["ignore", "pipe", "inherit"] });
  t.after(() => child.kill("SIGKILL"));
  const [printed] = await once(child.stdout, "data");
  return { port: Number(printed), pid: child.pid ?? 0, ended: once(child, "exit"), hang: () => child.kill("SIGSTOP") };
}

async function startServer(t: { after: (work: () => void) => void }, answer: RequestListener): Promise<number> {
  const server = createServer(answer);
  t.after(() => server.close().closeAllConnections());
  await once(server.listen(0, "127.0.0.1"), "listening");
  return (server.address() as AddressInfo).port;
}

test("a storefront that hangs is ended at once, whatever it reads of signals", async (t) => {
  const { port, pid, ended, hang } = await startProgram(t);
  assert.deepEqual(await lookAtHealth(port, pid), LEFT_ALONE, "the control: before it hangs");
  hang();
  const { code, output, asked } = await lookAtHealth(port, pid, "--max-time 0.3");
  assert.deepEqual(await ended, [null, "SIGKILL"]);
  assert.equal(code, 0);
  assert.match(output, new RegExp(`^<3>The storefront on port ${port} hangs: `));
  assert.equal(asked, `show --property MainPID --value foyer-storefront@${port}\n`);
});

test("one that is about to stop answers 503, and is left alone", async (t) => {
  const port = await startServer(t, (_, response) => response.writeHead(503).end());
  assert.deepEqual(await lookAtHealth(port), LEFT_ALONE);
});

test("one that needs four seconds under load is left alone", async (t) => {
  const port = await startServer(t, async (_, response) => {
    await pause(4_000);
    response.end();
  });
  assert.deepEqual(await lookAtHealth(port), LEFT_ALONE);
});

test("one that answers after two requests without an answer is left alone, and then asked no more", async (t) => {
  let requests = 0;
  const port = await startServer(t, (_, response) => {
    requests += 1;
    if (requests === 3) response.end();
  });
  assert.deepEqual(await lookAtHealth(port, 0, "--max-time 0.5"), LEFT_ALONE);
  assert.equal(requests, 3);
});

test("one that only starts, or has ended, is left alone", async () => {
  assert.deepEqual(await lookAtHealth(await freePort(0)), LEFT_ALONE);
});
