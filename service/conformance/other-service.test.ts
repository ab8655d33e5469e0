import assert from "node:assert/strict";
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { after, test } from "node:test";
import { startOtherService } from "#conformance/other-service/service.ts";
import { parametersFor, runConformance } from "./run-conformance.ts";

const service = await startOtherService();
after(() => service.close());

const { reads, writes, cards } = parametersFor(service);
const { password } = service;
const run = await runConformance({ password, parameters: cards });

test("a service without extensions meets the specification and the reference", () => {
  assert.deepEqual(run.ids("fail"), [], run.output);
  assert.equal(run.code, 0);
  const met = run.statements.filter(({ mark, result }) => mark !== "extension" && result === "pass");
  assert.ok(met.length >= 45, `${met.length} passed`);
});

test("releases its reservations after an interruption", async () => {
  service.slowDown(5);
  let interrupted = false;
  const stopped = await runConformance({
    password,
    parameters: [...writes, "--only", "RES"],
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
  const secret = 'a "secret" & more';
  const echo = createServer((request, response) => {
    const { authorization = "" } = request.headers;
    const body = JSON.stringify({ authorization, url: request.url, name: secret });
    response.writeHead(200, { "content-type": "application/json", "x-echo": authorization }).end(body);
  });
  echo.listen(0, "127.0.0.1");
  await once(echo, "listening");
  after(() => echo.close());
  const address = `http://127.0.0.1:${(echo.address() as AddressInfo).port}/v2`;
  const { code, output, json, ids } = await runConformance({
    password: secret,
    parameters: ["--address", address, "--user", "shop"],
  });
  assert.equal(code, 1, output);
  for (const id of ["TRA-06", "TRA-07", "ERR-04"]) assert.ok(ids("fail").includes(id), id);
  for (const text of [output, json]) {
    assert.ok(text.includes("•••"));
    for (const form of [secret, JSON.stringify(secret).slice(1, -1), btoa(`shop:${secret}`)])
      assert.ok(!text.includes(form), form);
  }
});

test("an address that is none, or where no such service answers, is said, and nothing is checked", async () => {
  const unused = createServer().listen(0, "127.0.0.1");
  await once(unused, "listening");
  const { port } = unused.address() as AddressInfo;
  await new Promise((resolve) => unused.close(resolve));
  for (const [address, words] of [
    ["uat.tickets.example", "is not an address"],
    [`${service.url}?key=1`, "has no ? and no #"],
    [service.url.replace("/v2", ""), "answers status 404 to GET /user/login"],
    [`https://127.0.0.1:${port}/api/v2`, "does not answer (ECONNREFUSED)"],
  ] as const) {
    const parameters = ["--address", address, "--ca", service.ca, "--user", service.user];
    const { code, output, json } = await runConformance({ password, parameters });
    assert.deepEqual([code, json, output.includes(words)], [2, "", true], `${address}: ${output}`);
  }
});

test("sends nothing that changes a host that was not confirmed", async () => {
  service.received.length = 0;
  const { code } = await runConformance({ password, parameters: [...reads, "--writes"] });
  assert.equal(code, 2);
  assert.deepEqual(service.received, []);
});

test("sends nothing but GET without --writes, and makes no cart", async () => {
  service.received.length = 0;
  const { code, output } = await runConformance({ password, parameters: reads });
  assert.equal(code, 0, output);
  assert.ok(service.received.length > 30, `${service.received.length} calls`);
  assert.deepEqual(
    service.received.filter((call) => !call.startsWith("GET ") || /^GET \/cart\/?$/.test(call)),
    [],
  );
});
