import { randomBytes } from "node:crypto";
import { readFileSync, rmSync } from "node:fs";
import { buildStamp } from "./build-stamp.js";
import { whoRuns, writeWhole } from "./data-folder.js";
import { Fault } from "./fault.js";
import { stopUnlessWritable } from "./folders.js";
import { environmentFor, inHouse, root } from "./house.js";
import { noOperatorSettings } from "./operator-settings.js";
import { lastLines, run } from "./run.js";
import { step } from "./say.js";

const BUILT = inHouse(".next", "foyer-build.json");

/** Builds the storefront unless exactly this was built already. Answers the key of its server actions. */
export async function buildStorefront({ node, data, operator = noOperatorSettings() }) {
  const built = readBuilt();
  const actionsKey = operator.actionsKey ?? built?.actionsKey ?? randomBytes(32).toString("base64");
  const stamp = buildStamp(root, { node, actionsKey, looks: operator.looks });
  if (built?.stamp === stamp) return actionsKey;

  const running = whoRuns(inHouse(".foyer"));
  if (running)
    throw new Fault(`The sources have changed while Foyer runs from them (process ${running.pid}). Stop it first.`);

  stopUnlessWritable(root, "The storefront is built there: make it writable, or start from a copy.");
  // Types of pages that are gone would break the build.
  rmSync(inHouse(".next"), { recursive: true, force: true });
  const env = environmentFor([], {
    ...operator.looks,
    FOYER_DATA: data,
    NODE_ENV: "production",
    NEXT_TELEMETRY_DISABLED: "1",
    NEXT_SERVER_ACTIONS_ENCRYPTION_KEY: actionsKey,
  });
  const { code, output } = await step("Building the storefront", () =>
    run(node, [inHouse("node_modules", "next", "dist", "bin", "next"), "build"], { cwd: root, env }),
  );
  if (code !== 0) throw new Fault(`The storefront could not be built. The last lines:\n${lastLines(output, 30)}`);
  writeWhole(BUILT, { stamp, actionsKey });
  return actionsKey;
}

function readBuilt() {
  try {
    return JSON.parse(readFileSync(BUILT, "utf8"));
  } catch {
    return undefined;
  }
}
