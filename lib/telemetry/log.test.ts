import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { test } from "node:test";
import { runInRequest } from "#lib/telemetry/current-request.ts";
import { jsonLines, write } from "#lib/telemetry/log.ts";

/** Returns the line that the log writes, parsed. */
function written(...line: [level: Parameters<typeof write>[1], event: string, fields: Parameters<typeof write>[3]]) {
  const texts: string[] = [];
  write(jsonLines({ write: (text) => texts.push(text) }), ...line);
  return texts.map((text) => JSON.parse(text));
}

test("a line is one object of plain fields", () => {
  const [{ at, ...line }] = written("warn", "A call failed.", { call: "getCart", status: 503, closed: undefined });
  assert.deepEqual(line, {
    level: "warn",
    program: "storefront",
    event: "A call failed.",
    call: "getCart",
    status: 503,
  });
  assert.match(at, /^20\d\d-\d\d-\d\dT[\d:.]+Z$/);
});

test("a line names the request for which it is written", () => {
  runInRequest({ id: "0123456789abcdef" }, () => {
    assert.equal(written("warn", "x", {})[0].request, "0123456789abcdef");
  });
  assert.equal("request" in written("warn", "x", {})[0], false);
});

test("the id of a request is not masked, whatever its digits", () => {
  const request = "41111111-1111-1111-8111-111111111111";
  assert.equal(written("info", "x", { request })[0].request, request);
});

test("lines below LOG_LEVEL are not written", () => {
  assert.deepEqual(written("debug", "x", {}), []);
  assert.equal(written("alarm", "x", {})[0].level, "alarm");
});

test("P01, P13: writes no header, body, key, card or credential", () => {
  const [{ at: _at, ...line }] = written("info", "x", {
    cookie: "c00kie",
    authorization: "Basic abc",
    body: "b0dy",
    saleKey: "ABCDEFGH12",
    cardNumber: "4111",
    fault: "the sale ABCDEFGH12 of 4111 1111 1111 1111 with Basic c2hvcDpzZWNyZXQ= or Bearer abc",
    lines: "two\nlines",
    link: `/en/sales/${"aB3-_".repeat(20)}`,
    voucher: "used K7QM-2F4T-9XWD-H3PR up",
    buyer: "<ada.lovelace+x@example.com> said ECONNRESET",
    where: "at f (node_modules/@scope/file.js:1:2)",
    database: "postgres://user:password@db/foyer",
    attempt: "41111111-1111-1111-8111-111111111111",
    order: "4111111111111111",
  });
  assert.deepEqual(line, {
    level: "info",
    program: "storefront",
    event: "x",
    fault: "the sale [masked] of [masked] with [masked] or [masked]",
    lines: "two\nlines",
    link: "/en/sales/[masked]",
    voucher: "used [masked] up",
    buyer: "<[masked]> said ECONNRESET",
    where: "at f (node_modules/@scope/file.js:1:2)",
    database: "postgres:[masked]db/foyer",
    attempt: "41111111-1111-1111-8111-111111111111",
    order: "[masked]",
  });
});

test("a log without a reader is no fault, which would be logged again and again", async () => {
  const program = `
    import { log } from "#lib/telemetry/log.ts";
    let faults = 0;
    process.on("uncaughtException", () => {
      faults += 1;
      if (faults < 9) log("error", "A fault.");
    });
    process.stdin.once("end", async () => {
      log("info", "A line.");
      for (let turn = 0; turn < 100; turn += 1) await new Promise((resolve) => setImmediate(resolve));
      process.exit(faults);
    }).resume();
    log("info", "Ready.");`;
  const child = spawn(process.execPath, ["--conditions=react-server", "--input-type=module", "--eval", program], {
    stdio: ["pipe", "pipe", "inherit"],
  });
  await once(child.stdout, "data");
  child.stdout.destroy();
  child.stdin.end();
  assert.deepEqual(await once(child, "exit"), [0, null]);
});
