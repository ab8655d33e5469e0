import assert from "node:assert/strict";
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { after, test } from "node:test";
import { runConformance } from "#test/tools/run-conformance.ts";
import { readOptions } from "./options.ts";

const PASSWORD = 'a "secret" & more';

/** A service on this machine that answers with everything that it was sent, the credential decoded. */
const echo = createServer((request, response) => {
  const { authorization = "" } = request.headers;
  const credential = Buffer.from(authorization.replace(/^\w+ /, ""), "base64").toString("utf8");
  const body = JSON.stringify({ authorization, credential, url: request.url, name: PASSWORD });
  response.writeHead(200, { "content-type": "application/json", "x-echo": authorization }).end(body);
});
echo.listen(0, "127.0.0.1");
await once(echo, "listening");
after(() => echo.close());
const ECHO = ["--address", `http://127.0.0.1:${(echo.address() as AddressInfo).port}/v2`, "--user", "shop"];

test("never prints or writes the password, even when a service answers with it", async () => {
  for (const more of [[], ["--password", PASSWORD]]) {
    const password = more.length === 0 ? PASSWORD : "another";
    const run = await runConformance({ password, parameters: [...ECHO, ...more] });
    assert.equal(run.code, 1, run.output);
    assert.ok(run.ids("fail").length > 0);
    const basic = Buffer.from(`shop:${PASSWORD}`).toString("base64");
    for (const text of [run.output, run.files.json, run.files.junit]) {
      assert.ok(text.includes("•••"));
      for (const secret of [PASSWORD, basic, JSON.stringify(PASSWORD).slice(1, -1), "a &#34;secret&#34;"])
        assert.ok(!text.includes(secret), secret);
    }
    assert.equal(/visible to other users/.test(run.output), more.length > 0);
  }
});

test("writes the results as JSON and JUnit, and counts them in the last line", async () => {
  const run = await runConformance({ password: PASSWORD, parameters: [...ECHO, "--only", "TRA,SHP"] });
  const [passed, failed, skipped] = ["pass", "fail", "not applicable"].map((result) => run.ids(result).length);
  assert.ok(run.output.endsWith(`\n${passed} passed, ${failed} failed, ${skipped} not applicable\n`));
  assert.equal((run.files.junit.match(/<failure /g) ?? []).length, failed);
  assert.equal((run.files.junit.match(/<skipped /g) ?? []).length, skipped);
  assert.equal((run.files.junit.match(/<testcase /g) ?? []).length, run.statements.length);
  assert.ok(run.statements.every(({ id }) => /^(TRA|SHP)-/.test(id)));
});

test("says for a failure what was expected, what came, and from which call", async () => {
  const { output } = await runConformance({ password: PASSWORD, parameters: [...ECHO, "--only", "TRA-07"] });
  assert.match(
    output,
    /FAIL {2}TRA-07 .*\n +expected: status 401\n +came: +status 200\n +call: +GET \/user\/login → 200\n +answer: +\{/,
  );
});

const ADDRESS = ["--address", "https://uat.example/api/v2", "--user", "shop"];

for (const [what, parameters, message] of [
  ["no address", ["--user", "shop"], /Name --address and --user/],
  ["plain http to another machine", ["--address", "http://uat.example/v2", "--user", "shop"], /plain http.*in clear/],
  [
    "a password in the address",
    ["--address", "https://a:b@uat.example/v2", "--user", "shop"],
    /user name or password in it/,
  ],
  ["another scheme", ["--address", "ftp://uat.example/v2", "--user", "shop"], /begins with https/],
  ["an unknown option", [...ADDRESS, "--colour"], /--colour/],
  ["writes without a confirmed host", [...ADDRESS, "--writes"], /add --confirm-host uat\.example/],
  ["writes with another host confirmed", [...ADDRESS, "--writes", "--confirm-host", "prod.example"], /another host/],
  ["a card without writes", [...ADDRESS, "--good-card", "4111111111111111"], /needs --writes/],
  ["a card that is none", [...ADDRESS, "--writes", "--confirm-host", "uat.example", "--bad-card", "x"], /card number/],
  ["a time limit that is none", [...ADDRESS, "--timeout", "soon"], /milliseconds/],
  ["an authority that is missing", [...ADDRESS, "--ca", "no-such.pem"], /--ca: no-such\.pem/],
] as const) {
  test(`refuses ${what}, before it sends anything`, () => {
    const read = () => readOptions(parameters, { CONFORMANCE_PASSWORD: PASSWORD });
    assert.throws(read, (error: Error & { exitCode?: number }) => {
      assert.match(error.message, message);
      assert.equal(error.exitCode, 2);
      return true;
    });
  });
}

test("refuses a missing password", () => {
  assert.throws(() => readOptions(ADDRESS, {}), /Set CONFORMANCE_PASSWORD/);
});

test("exits with 2 when the service is down, and when no statement is chosen", async () => {
  const closed = createServer();
  closed.listen(0, "127.0.0.1");
  await once(closed, "listening");
  const { port } = closed.address() as AddressInfo;
  closed.close();
  await once(closed, "close");
  const down = ["--address", `http://127.0.0.1:${port}/v2`, "--user", "shop"];
  const { code, output } = await runConformance({ password: PASSWORD, parameters: down });
  assert.equal(code, 2);
  assert.match(output, /does not answer \(ECONNREFUSED\)/);
  const none = await runConformance({ password: PASSWORD, parameters: [...ECHO, "--only", "XYZ"] });
  assert.equal(none.code, 2);
});

test("exits with 2 when the credential is refused, and says which setting to check", async () => {
  const refusing = createServer((_request, response) => response.writeHead(401).end());
  refusing.listen(0, "127.0.0.1");
  await once(refusing, "listening");
  const address = `http://127.0.0.1:${(refusing.address() as AddressInfo).port}/v2`;
  const { code, output } = await runConformance({
    password: PASSWORD,
    parameters: ["--address", address, "--user", "shop"],
  });
  refusing.close();
  assert.equal(code, 2);
  assert.match(output, /refuses the user shop .*CONFORMANCE_PASSWORD/);
});
