import { readFileSync, rmSync } from "node:fs";
import type { TestInfo } from "@playwright/test";
import { expect, test } from "#e2e/support/fixtures.ts";
import type { PlacesReport } from "#e2e/support/places/report.ts";
import type { Environment } from "#e2e/support/target/env.ts";
import { runProgram } from "#test/tools/run-program.ts";

// Each test starts a run of its own against the sandbox, as against a test system whose places are not the suite's.
const tag = ["@sandbox", "@service", "@once"];
const CAPACITY = 40;
const RUN_MS = 180_000;

/** Returns the settings of a run against a test system: no control port and no service. */
function settingsOf(env: Environment, event: number, info: TestInfo): Readonly<Record<string, string>> {
  return {
    E2E_ADDRESS: env.address,
    E2E_EVENT: `${event}`,
    E2E_GOOD_CARD: env.goodCard,
    E2E_BAD_CARD: env.badCard,
    E2E_BROWSER: env.browser ?? "",
    ...(env.ca !== undefined && { E2E_CA: env.ca }),
    E2E_RESULTS: info.outputPath("results"),
    E2E_STATE: info.outputPath("state"),
  };
}

const specs = (file: string) => [
  ...["node_modules/@playwright/test/cli.js", "test", "--config=e2e/quality/places-run/playwright.config.ts"],
  file,
];

// A run that has left places keeps its cookies, which do not belong into results.
test.afterEach(({ env: _ }, info) => rmSync(info.outputPath("state"), { recursive: true, force: true }));

test(
  "P58: the report of a run accounts for every place, as the service and the ledger have them",
  {
    tag: [...tag, "@ledger"],
  },
  async ({ env, serviceClient, sandbox, uniqueName }, info) => {
    test.setTimeout(RUN_MS);
    const ticketTypes = [{ name: "General admission", price: "31.17" }];
    const { eventId, ticketTypeIds } = await serviceClient.putOnSale({
      ...{ name: uniqueName("Accounted"), capacity: CAPACITY, ticketTypes },
    });
    const ticketType = ticketTypeIds[0]?.[0] ?? 0;
    const output = await runProgram(specs("ends"), {
      ...settingsOf(env, eventId, info),
      E2E_PAID_PLACES_MAX: "3",
    });
    const report = JSON.parse(readFileSync(info.outputPath("results", "places.json"), "utf8")) as PlacesReport;

    expect(await serviceClient.placesLeft(ticketType), output).toBe(CAPACITY - 2);
    const captured = (await sandbox.ledger("62.34")).filter(({ kind }) => kind === "capture");
    expect(captured).toHaveLength(1);
    const { orders, unrecorded, ...counts } = report;
    expect(counts).toEqual({
      ...{
        target: env.address,
        made: 19,
        paid: 2,
        released: 17,
        expired: 0,
        endedOtherwise: 0,
        left: 0,
        remaining: [],
      },
    });
    expect(orders).toEqual([
      { number: expect.stringMatching(/^\S+$/), places: 2, test: expect.stringMatching(/^pays/) },
    ]);
    expect(unrecorded).toEqual([{ places: 1, test: "reserves without recording it" }]);
    expect(output).toContain("Places: 19 reserved: 2 paid, 17 released, 0 left to expire.");
    expect(output).toContain("1 skipped");
    expect(output).toContain("1 failed");
  },
);

test(
  "P58: a worker that is killed leaves its places to the next test",
  { tag },
  async ({ env, serviceClient, uniqueName }, info) => {
    test.setTimeout(RUN_MS);
    const { eventId } = await serviceClient.putOnSale({ name: uniqueName("Killed"), capacity: CAPACITY });
    const output = await runProgram([...specs("dies"), "--workers=1"], settingsOf(env, eventId, info));
    const report = JSON.parse(readFileSync(info.outputPath("results", "places.json"), "utf8")) as PlacesReport;

    expect(output).toContain("1 passed");
    expect(report).toMatchObject({ made: 12, released: 2, left: 10 });
    expect(report.remaining).toEqual([
      expect.objectContaining({ places: 10, test: "is killed before its reservation is recorded" }),
    ]);
  },
);

test("P58: --clean releases what a killed run has left", { tag }, async ({ env, serviceClient, uniqueName }, info) => {
  test.setTimeout(RUN_MS);
  const { eventId, ticketTypeIds } = await serviceClient.putOnSale({
    ...{ name: uniqueName("Interrupted"), capacity: CAPACITY },
  });
  const ticketType = ticketTypeIds[0]?.[0] ?? 0;
  const settings = settingsOf(env, eventId, info);
  const output = await runProgram(specs("interrupted"), settings, "RESERVED");
  expect(await serviceClient.placesLeft(ticketType), output).toBe(CAPACITY - 2);

  const { E2E_ADDRESS: _, ...forEveryTarget } = settings;
  const cleaned = await runProgram(["tools/e2e.ts", "--clean"], forEveryTarget);
  expect(await serviceClient.placesLeft(ticketType), cleaned).toBe(CAPACITY);
  expect(cleaned).toContain("Places: 2 reserved: 0 paid, 2 released, 0 left to expire.");
  expect(await runProgram(["tools/e2e.ts", "--clean"], settings)).toContain("No interrupted run has left places.");
});
