import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { startOtherService } from "./service.ts";
import { CARDS } from "./storefront.ts";

/** A statement that the service need not keep is "not applicable". */
type Statement = { readonly id: string; readonly mark: string; readonly result: string };

const TOOL = join(import.meta.dirname, "..", "..", "tools", "conformance.ts");

test("keeps every statement of the interface that can be checked, and not the reference service's extensions", async () => {
  const service = await startOtherService();
  const folder = await mkdtemp(join(tmpdir(), "foyer-conformance-"));
  const report = join(folder, "report.json");
  const cards = ["--good-card", CARDS.good, "--bad-card", CARDS.bad];
  const target = ["--address", service.url, "--user", service.user, "--ca", service.ca, "--account", "7"];
  const parameters = [TOOL, ...target, "--writes", "--confirm-host", "localhost", ...cards, "--json", report];
  const env = { NODE_ENV: "test" as const, PATH: process.env.PATH, CONFORMANCE_PASSWORD: service.password };
  await new Promise<void>((ended) => execFile(process.execPath, parameters, { env }, () => ended()));
  const { statements } = JSON.parse(await readFile(report, "utf8")) as { statements: readonly Statement[] };
  await rm(folder, { recursive: true });
  await service.close();

  const failed = (mark: string) => statements.filter((one) => one.mark === mark && one.result === "fail");
  const passed = (mark: string) => statements.filter((one) => one.mark === mark && one.result === "pass");
  assert.deepEqual([...failed("specification"), ...failed("reference")], []);
  assert.ok(passed("specification").length > 0 && passed("reference").length > 0, "some statements were checked");
  const lacking = statements.filter(({ mark, result }) => mark === "extension" && result !== "pass");
  assert.ok(lacking.length > passed("extension").length, "the kit tells it from the reference service (control)");
});
