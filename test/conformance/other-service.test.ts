import assert from "node:assert/strict";
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { after, test } from "node:test";
import { startOtherService } from "#test/other-service/service.ts";
import { runConformance } from "#test/tools/run-conformance.ts";

const service = await startOtherService();
after(() => service.close());

const READS = [
  "--address",
  service.url,
  "--ca",
  service.ca,
  "--user",
  service.user,
  "--account",
  String(service.accountId),
];
const CARDS = ["--good-card", "4111111111111111", "--bad-card", "4111111111111103"];
const WRITES = ["--writes", "--confirm-host", "localhost"];

const run = await runConformance({ password: service.password, parameters: [...READS, ...WRITES, ...CARDS] });

test("a service without extensions meets the specification and the reference", () => {
  assert.deepEqual(run.ids("fail"), [], run.output);
  assert.equal(run.code, 0);
  const met = run.statements.filter(({ mark, result }) => mark !== "extension" && result === "pass");
  assert.ok(met.length >= 75, `${met.length} passed`);
});

test("releases its reservations after an interruption", async () => {
  service.slowDown(5);
  let interrupted = false;
  const stopped = await runConformance({
    password: service.password,
    parameters: [...READS, ...WRITES, "--only", "RES"],
    onOutput(output, child) {
      if (interrupted || !output.includes("RES-02")) return;
      interrupted = true;
      child.kill("SIGINT");
    },
  });
  service.slowDown(0);
  assert.equal(stopped.code, 130, stopped.output);
  assert.match(stopped.output, /Made: [1-9]\d*\. Removed: [1-9]\d*\. Left: 0\./);
});

test("refuses a service that answers everything with what it was sent, and never prints the password", async () => {
  const password = 'a "secret" & more';
  const echo = createServer((request, response) => {
    const { authorization = "" } = request.headers;
    const body = JSON.stringify({ authorization, url: request.url, name: password });
    response.writeHead(200, { "content-type": "application/json", "x-echo": authorization }).end(body);
  });
  echo.listen(0, "127.0.0.1");
  await once(echo, "listening");
  after(() => echo.close());
  const address = `http://127.0.0.1:${(echo.address() as AddressInfo).port}/v2`;
  const { code, output, json, ids } = await runConformance({
    password,
    parameters: ["--address", address, "--user", "shop"],
  });
  assert.equal(code, 1, output);
  for (const id of ["TRA-07", "TRA-10", "ERR-04"]) assert.ok(ids("fail").includes(id), id);
  for (const text of [output, json]) {
    assert.ok(text.includes("•••"));
    for (const secret of [password, JSON.stringify(password).slice(1, -1), btoa(`shop:${password}`)])
      assert.ok(!text.includes(secret), secret);
  }
});

test("sends nothing that changes a host that was not confirmed", async () => {
  service.received.length = 0;
  const { code } = await runConformance({ password: service.password, parameters: [...READS, "--writes"] });
  assert.equal(code, 2);
  assert.deepEqual(service.received, []);
});
