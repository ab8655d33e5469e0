import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { test } from "node:test";
import { fromRoot } from "#tools/lib/paths.ts";

const file = (name: string) => fromRoot("deploy", "prometheus", name);

for (const [what, parameters] of [
  ["reads the configuration, with the rules that it names", ["check", "config", file("prometheus.yml")]],
  ["fires each alert in its case, and not in the others", ["test", "rules", file("alerts.test.yml")]],
] as const)
  test(`Prometheus ${what}`, () => {
    const { status, stdout, stderr } = spawnSync("promtool", parameters, { encoding: "utf8" });
    assert.equal(status, 0, `${stdout}${stderr}`);
  });
