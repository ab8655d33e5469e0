import type { TestInfo } from "@playwright/test";
import { expect, test } from "#e2e/support/fixtures.ts";
import type { Environment } from "#e2e/support/target/env.ts";
import { runProgram } from "#e2e/tools/copy-of-tree.ts";

// Each test starts a separate run, which treats the sandbox as a test system whose places are not the suite's own.
const tag = ["@sandbox", "@service", "@once"];
const CAPACITY = 40;
const RUN_MS = 180_000;

/** Starts a run with the settings of a test system, and returns its output. */
function run(
  tests: readonly string[],
  env: Environment,
  info: TestInfo,
  settings: Readonly<Record<string, string>> = {},
) {
  const config = "--config=e2e/quality/places-run/playwright.config.ts";
  const output = `--output=${info.outputPath("run", "tests")}`;
  return runProgram(["node_modules/@playwright/test/cli.js", "test", config, output, ...tests], {
    E2E_ADDRESS: env.address,
    E2E_BROWSER: env.browser ?? "",
    ...(env.ca !== undefined && { E2E_CA: env.ca }),
    ...settings,
  });
}

test(
  "P58: a run leaves no place reserved that it has not paid, buys no more than it may, and withdraws what a killed run left",
  { tag },
  async ({ env, serviceClient, uniqueName }, info) => {
    test.setTimeout(2 * RUN_MS);
    const { eventId, ticketTypeIds } = await serviceClient.putOnSale({
      name: uniqueName("Accounted"),
      capacity: CAPACITY,
    });
    const output = await run(["ends"], env, info, { E2E_EVENT: `${eventId}`, E2E_PAID_PLACES_MAX: "3" });

    expect(await serviceClient.placesLeft(ticketTypeIds[0]?.[0] ?? 0), output).toBe(CAPACITY - 2);
    expect(output).toContain("1 skipped");
    expect(output).toContain("1 failed");
    expect(output, "a failed test without a trace has a picture").toContain("page-1.png (image/png)");

    const { service = "", serviceLogin } = env;
    const settings = { E2E_SERVICE: service, E2E_SERVICE_LOGIN: `${serviceLogin?.user}:${serviceLogin?.password}` };
    const own = await serviceClient.putOnSale({ name: uniqueName("Of a run that goes on") });
    const killed = await run(["killed", "-g", "is killed"], env, info, settings);
    const [, left = ""] = /ON SALE (.*)/.exec(killed) ?? [];
    const listed = async () => (await serviceClient.events()).map(({ name }) => name);
    expect(await listed(), killed).toContain(left);

    const next = await run(["killed", "-g", "is the next"], env, info, settings);
    expect(next).toContain(`Withdrawn, left by an earlier run: ${left}`);
    expect(next).not.toContain(own.name);
    expect(await listed()).not.toContain(left);
    expect(await listed()).toContain(own.name);
  },
);
