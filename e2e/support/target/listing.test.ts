import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { test } from "node:test";
import { capabilitiesOf } from "./capabilities.ts";
import { type Engine, enginesOf } from "./engines.ts";
import { ALL_CAPABILITIES } from "./env.ts";

type Suite = { readonly suites?: readonly Suite[]; readonly specs: readonly Spec[] };
type Spec = {
  readonly title: string;
  readonly file: string;
  readonly tags: readonly string[];
  readonly tests: readonly { readonly projectName: string }[];
};

/** Returns the tests that Playwright lists with these settings. */
function listed(settings: Readonly<Record<string, string>> = {}): readonly Spec[] {
  const cli = join("node_modules", "@playwright", "test", "cli.js");
  const { stdout, stderr } = spawnSync(process.execPath, [cli, "test", "--list", "--reporter=json"], {
    encoding: "utf8",
    maxBuffer: 64_000_000,
    env: { NODE_ENV: "test", ...settings },
  });
  assert.ok(stdout.startsWith("{"), stdout + stderr);
  const specsOf = ({ suites = [], specs }: Suite): readonly Spec[] => [...specs, ...suites.flatMap(specsOf)];
  return (JSON.parse(stdout) as { suites: readonly Suite[] }).suites.flatMap(specsOf);
}

const namesOf = (specs: readonly Spec[]) => specs.map(({ file, title }) => `${file} › ${title}`);
const withoutCapability = (specs: readonly Spec[]) =>
  specs.filter(({ tags }) => capabilitiesOf(tags.map(asTag)).length === 0);
/** The report of a list has tags without their sign. */
const asTag = (tag: string) => (tag.startsWith("@") ? tag : `@${tag}`);

test("every browser test names a capability that it needs by a tag", () => {
  const specs = listed();
  assert.ok(specs.length > 100, `${specs.length} tests`);
  assert.deepEqual(namesOf(withoutCapability(specs)), []);
});

test("finds a test without a capability", () => {
  const spec = { title: "a", file: "a.spec.ts", tags: ["once", "@buys"], tests: [] };
  assert.deepEqual(namesOf(withoutCapability([spec, { ...spec, tags: ["catalogue"] }])), ["a.spec.ts › a"]);
  assert.ok(ALL_CAPABILITIES.includes("catalogue"));
});

/** Returns the projects with tests where Playwright has installed no engine. */
function projectsWith(settings: Readonly<Record<string, string>>): readonly string[] {
  const specs = listed({ PLAYWRIGHT_BROWSERS_PATH: "/none", ...settings });
  return [...new Set(specs.flatMap(({ tests }) => tests.map(({ projectName }) => projectName)))].toSorted();
}

test("lists the tests of each engine on a desktop and on a phone", () => {
  const ofOthers = ["firefox", "firefox-phone", "webkit", "webkit-phone"];
  const all = ["desktop", ...ofOthers.slice(0, 2), "outage", "phone", ...ofOthers.slice(2)];
  assert.deepEqual(projectsWith({ E2E_ENGINES: "chromium,firefox,webkit" }), all);
  assert.deepEqual(projectsWith({ E2E_ENGINES: "firefox,webkit" }), ofOthers);
});

test("lists no test of an engine that is not installed where another one is", () => {
  const settings = { E2E_ENGINES: "chromium,firefox,webkit", E2E_BROWSER: process.execPath };
  assert.deepEqual(projectsWith(settings), ["desktop", "outage", "phone"]);
});

const names = (engines: readonly Engine[]) => engines.map(({ engine }) => engine);
const isInstalled = () => true;

test("runs in Chromium in a sandbox of its own, in every engine elsewhere, and in those that are chosen", () => {
  const uat = { address: "https://uat.example" };
  assert.deepEqual(names(enginesOf({}, isInstalled)), ["chromium"]);
  assert.deepEqual(names(enginesOf({ ...uat, control: "http://localhost:1" }, isInstalled)), ["chromium"]);
  assert.deepEqual(names(enginesOf(uat, isInstalled)), ["chromium", "firefox", "webkit"]);
  assert.deepEqual(names(enginesOf({ ...uat, engines: "webkit,firefox" }, isInstalled)), ["firefox", "webkit"]);
});

test("names the command that installs an engine that is missing", () => {
  const [chromium, firefox] = enginesOf({ engines: "chromium,firefox" }, (engine) => engine === "chromium");
  assert.deepEqual(chromium, { engine: "chromium" });
  assert.match(firefox?.missing ?? "", /^NOT RUN: firefox is not installed; .*npx playwright install firefox$/);
});
