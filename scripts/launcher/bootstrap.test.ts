import assert from "node:assert/strict";
import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { type AddressInfo, createServer, type Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { after, test } from "node:test";
import { fromRoot } from "#scripts/lib/files.ts";
import { childEnvironment } from "#scripts/lib/run.ts";

const tree = mkdtempSync(join(tmpdir(), "foyer-bootstrap-"));
after(() => rmSync(tree, { recursive: true, force: true }));

/** An npm that asks the test whether it may go on, and installs the one package of the checkout. */
const NPM = `import { once } from "node:events";
import { mkdirSync, writeFileSync } from "node:fs";
import { connect } from "node:net";
const test = connect(Number(process.env.TEST_PORT), "127.0.0.1");
const [answer] = await once(test, "data");
if (String(answer) === "fail") throw new Error("no network");
mkdirSync("node_modules", { recursive: true });
writeFileSync("node_modules/.package-lock.json", JSON.stringify({ packages: { "node_modules/one": { version: "1.0.0" } } }));
test.destroy();
`;

for (const file of [
  "scripts/bootstrap.js",
  "scripts/lib/progress.js",
  "scripts/lib/checkout-lock.js",
  "scripts/launcher/setting-names.js",
])
  cpSync(fromRoot(file), join(tree, file));
writeFileSync(join(tree, "package.json"), JSON.stringify({ type: "module" }));
writeFileSync(
  join(tree, "package-lock.json"),
  JSON.stringify({ packages: { "node_modules/one": { version: "1.0.0" } } }),
);
writeFileSync(join(tree, "npm-cli.js"), NPM);
writeFileSync(join(tree, "scripts", "start.ts"), 'console.log("the command runs");');

const server = createServer();
await once(server.listen(0, "127.0.0.1"), "listening");
after(() => server.close());
const parameters = [join(tree, "scripts", "bootstrap.js"), "start"];
const options = {
  cwd: tree,
  env: childEnvironment([], {
    npm_execpath: join(tree, "npm-cli.js"),
    TEST_PORT: String((server.address() as AddressInfo).port),
  }),
};

/** Starts the command, and resolves once its npm asks whether it may go on. */
async function startInstalling() {
  const command = spawn(process.execPath, parameters, { ...options, stdio: ["ignore", "pipe", "pipe"] });
  after(() => command.kill("SIGKILL"));
  const printed = Promise.all([text(command.stdout), text(command.stderr)]);
  const ended = once(command, "exit");
  const [npm]: Socket[] = await once(server, "connection");
  after(() => npm?.destroy());
  const goOn = async (answer: string) => {
    npm?.end(answer);
    const [[code], [output, errors]] = await Promise.all([ended, printed]);
    return { code, output, errors };
  };
  return { goOn };
}

test("a start beside one that installs says so and installs nothing, and a failed installation is explained", async () => {
  const failing = await startInstalling();
  const failed = await failing.goOn("fail");
  assert.equal(failed.code, 1);
  assert.match(failed.output, /^Installing packages … failed\n$/m);
  assert.match(failed.errors, /npm could not install the packages in .*\n(.*\n)*.*Error: no network/);

  const first = await startInstalling();
  const beside = spawnSync(process.execPath, parameters, { ...options, encoding: "utf8", timeout: 20_000 });
  assert.equal(beside.status, 1);
  assert.match(
    beside.stderr,
    /^Another command installs the packages in this checkout \(process \d+ on .+\), and has for /m,
  );
  assert.equal(existsSync(join(tree, "node_modules")), false);

  const { code, output } = await first.goOn("go on");
  assert.equal(code, 0);
  assert.equal(
    typeof JSON.parse(readFileSync(join(tree, ".foyer", "times.json"), "utf8"))["Installing packages"],
    "number",
  );
  assert.match(output, /^Installing packages … [\d.]+ s\nthe command runs\n$/);
});
