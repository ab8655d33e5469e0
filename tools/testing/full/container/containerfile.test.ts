import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { SETTING_RULES } from "#tools/launcher/setting-rules.ts";
import { fromRoot, root } from "#tools/lib/paths.ts";
import { contextFiles, ignorePatterns, isIgnored } from "./build-context.ts";
import { readContainerfile } from "./containerfile.ts";

const shipped = readContainerfile(readFileSync(fromRoot("deploy", "Containerfile"), "utf8"));

test("reads the stages of the shipped Containerfile, each from a known one or from Node's image", () => {
  assert.deepEqual(
    shipped.map(({ name }) => name),
    ["packages", "build", "production-packages", "stage 3"],
  );
  for (const [at, { base }] of shipped.entries())
    assert.ok(base.includes("/library/node:24-") || shipped.slice(0, at).some(({ name }) => name === base), base);
});

test("the image runs as a user without a right to change its code, with one volume and Node as its only program", () => {
  const { instructions = [] } = shipped.at(-1) ?? {};
  const user = instructions.findIndex((one) => one.do === "user");
  assert.deepEqual(instructions[user], { do: "user", name: "foyer" });
  assert.ok(instructions.slice(user).every((one) => one.do !== "run" && one.do !== "copy"));
  assert.deepEqual(instructions.at(-1), { do: "entrypoint", command: ["node", "tools/serve.ts"] });
});

test("a secret is there for one step alone, and is no build argument", () => {
  const steps = shipped.flatMap(({ instructions }) => instructions.flatMap((one) => (one.do === "run" ? [one] : [])));
  assert.deepEqual(
    steps.flatMap(({ secrets }) => secrets),
    ["actions_key"],
  );
});

for (const line of [
  "ADD https://tickets.example/file /",
  "COPY --chown=foyer a b",
  "RUN --mount=type=cache,target=/x npm ci",
  "ARG KEY=secret",
  "RUNNING",
])
  test(`refuses ${line}`, () => assert.throws(() => readContainerfile(`FROM a\n${line}`), /does not know/));

test("refuses an instruction before the first stage", () => {
  assert.throws(() => readContainerfile("RUN true"), /does not know/);
});

for (const path of [
  "storefront.env",
  "deploy/service.env",
  "service/.env.production",
  "actions-key.txt",
  "database-password.txt",
  "deploy/actions-key.txt",
  "deploy/tls/server-key.pem",
  ".env",
  ".foyer/secrets.json",
  "tls/any.pem",
  ".git/config",
  "lib/env.test.ts",
])
  test(`leaves ${path} out of the image`, () => assert.equal(isIgnored(path, ignorePatterns()), true));

for (const path of [
  "storefront.env",
  "deploy/setup.env",
  "deploy/brand/logo.svg",
  "deploy/actions-key.txt",
  "deploy/database-password.txt",
  "deploy/tls/server-key.pem",
  ".env",
])
  test(`git ignores ${path}`, () => {
    assert.equal(spawnSync("git", ["check-ignore", "--quiet", "--no-index", path], { cwd: root }).status, 0);
  });

const compose = readFileSync(fromRoot("deploy", "compose.yaml"), "utf8");

/** Returns the lines of a service of compose.yaml. */
function serviceOf(name: string): string {
  const [, lines = ""] = new RegExp(`^ {2}${name}:\\n((?: {4}.*\\n)+)`, "m").exec(compose) ?? [];
  return lines;
}

test("a logo is mounted where docs/deploy.md says, and git ignores it", () => {
  assert.match(serviceOf("storefront"), /"\.\/brand:\/etc\/foyer\/brand:ro"/);
  assert.match(readFileSync(fromRoot("docs", "deploy.md"), "utf8"), /`BRAND_LOGO=\/etc\/foyer\/brand\/logo\.svg`/);
});

test("compose.yaml hands over every build argument, and there is one for each look", () => {
  const [, taken = ""] = /^ARG (.+)$/m.exec(readFileSync(fromRoot("deploy", "Containerfile"), "utf8")) ?? [];
  const [, given = ""] = /^ +args: \[(.+)\]$/m.exec(compose) ?? [];
  const looks = Object.entries(SETTING_RULES).flatMap(([name, { reader }]) => (reader === "build" ? [name] : []));
  assert.deepEqual(given.split(", "), taken.split(" "));
  assert.deepEqual(taken.split(" ").toSorted(), looks.toSorted());
});

test("takes what a build and the programs read", () => {
  const files = contextFiles();
  for (const path of ["package.json", "app/route.ts", "tools/serve.ts", "service/src/main.ts", "service/setup/main.ts"])
    assert.ok(files.includes(path), path);
  assert.equal(files.filter((path) => path.startsWith("deploy/") || path.includes("node_modules")).length, 0);
});

test("no file of the image imports one that is left out: the build checks the types of all", () => {
  const files = contextFiles();
  const known = new Set(files);
  const imports = files
    .filter((path) => /\.tsx?$/.test(path) && !path.startsWith("service/"))
    .flatMap((path) =>
      [...readFileSync(fromRoot(path), "utf8").matchAll(/from "#((?:test|e2e|tools)\/[^"]+)"/g)].map(
        ([, imported = ""]) => ({ path, imported }),
      ),
    );
  assert.ok(imports.length > 20);
  assert.deepEqual(
    imports.filter(({ imported }) => !known.has(imported)),
    [],
  );
});
