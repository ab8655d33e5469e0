import assert from "node:assert/strict";
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

/** Extensions that the reference service offers: its own test expects each to pass. */
const EXTENSIONS = [
  ...["TRA-14", "TRA-26", "ERR-01", "RES-03", "RES-11", "RES-19", "CAR-02", "CAR-20", "CAR-22", "CAR-23", "CAR-60"],
  ...["SAL-03", "SAL-22", "CAT-05", "CAT-12", "CAT-16", "CAT-17", "CAT-18", "SHP-07", "SHP-09", "SHP-11"],
];

const run = await runConformance({ password: service.password, parameters: [...READS, ...WRITES, ...CARDS] });

test("a service without extensions meets the specification and the reference", () => {
  assert.deepEqual(run.ids("fail"), [], run.output);
  assert.equal(run.code, 0);
  const met = run.statements.filter(({ mark, result }) => mark !== "extension" && result === "pass");
  assert.ok(met.length >= 75, `${met.length} passed`);
});

test("tells it apart from the reference service by the extensions that it lacks", () => {
  const missing = run.ids("not applicable");
  assert.deepEqual(
    EXTENSIONS.filter((id) => !missing.includes(id)),
    [],
  );
  const extensions = run.statements.filter(({ mark }) => mark === "extension");
  const offered = extensions.filter(({ result }) => result === "pass");
  assert.ok(offered.length < extensions.length / 2, `${offered.length} of ${extensions.length} extensions`);
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

test("exits with 2 when the service goes away during the run", async () => {
  const own = await startOtherService();
  let closed = false;
  const ended = await runConformance({
    password: own.password,
    parameters: ["--address", own.url, "--ca", own.ca, "--user", own.user, "--account", String(own.accountId)],
    onOutput(output) {
      if (closed || !output.includes("TRA-01")) return;
      closed = true;
      void own.close();
    },
  });
  assert.equal(ended.code, 2, ended.output);
  assert.match(ended.output, /no longer answers/);
});

test("exits with 2 for a certificate that it does not trust, and names the option", async () => {
  const parameters = ["--address", service.url, "--user", service.user];
  const { code, output } = await runConformance({ password: service.password, parameters });
  assert.equal(code, 2);
  assert.match(output, /certificate of .* is not accepted \([A-Z_]+\).*--ca/);
});

test("exits with 2 for an account that does not exist, and for a wrong password", async () => {
  const account = [...READS.slice(0, -1), "999"];
  assert.equal((await runConformance({ password: service.password, parameters: account })).code, 2);
  const refused = await runConformance({ password: "wrong", parameters: READS });
  assert.equal(refused.code, 2);
  assert.match(refused.output, /refuses the user/);
});
