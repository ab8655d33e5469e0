import assert from "node:assert/strict";
import { once } from "node:events";
import { Agent, createServer, get, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { after, test } from "node:test";
import { drainBeforeStop, isDraining } from "#lib/state/drain.ts";

const SECONDS = 5;

const frameworkStops: string[] = [];
const before = process.listeners("SIGTERM");
process.removeAllListeners("SIGTERM").on("SIGTERM", (signal) => frameworkStops.push(signal));
after(() => {
  process.removeAllListeners("SIGTERM");
  for (const listener of before) process.on("SIGTERM", listener);
});

test("without a drain time the framework stops at once", () => {
  drainBeforeStop(0);
  process.emit("SIGTERM", "SIGTERM");
  assert.deepEqual(frameworkStops.splice(0), ["SIGTERM"]);
  assert.equal(isDraining(), false);
});

test("a stop is announced for the drain time, and only then the framework stops", async (t) => {
  const server = createServer((_request, response) => response.end()).listen(0, "127.0.0.1");
  t.after(() => server.close());
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  const connectionOf = async () => {
    const [answer]: IncomingMessage[] = await once(
      get({ host: "127.0.0.1", port, agent: new Agent({ keepAlive: true }) }),
      "response",
    );
    return answer?.resume().headers.connection;
  };
  t.mock.timers.enable({ apis: ["setTimeout"] });
  drainBeforeStop(SECONDS);
  assert.equal(await connectionOf(), "keep-alive");

  process.emit("SIGTERM", "SIGTERM");
  assert.equal(isDraining(), true);
  assert.equal(await connectionOf(), "close");
  assert.deepEqual(frameworkStops, []);

  t.mock.timers.tick(SECONDS * 1_000);
  assert.deepEqual(frameworkStops, ["SIGTERM"]);
});
