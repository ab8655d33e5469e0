import { createHash, randomBytes } from "node:crypto";
import { readdirSync, readFileSync, rmSync } from "node:fs";
import { join, relative } from "node:path";
import { whoRuns, writeWhole } from "./data-folder.js";
import { Fault } from "./fault.js";
import { environmentFor, inHouse, root } from "./house.js";
import { lastLines, run } from "./run.js";
import { step } from "./say.js";
import { LOOKS } from "./storefront.js";

const BUILT = inHouse(".next", "foyer-build.json");

/** Rooms that the storefront's build does not read. Whatever is not named here counts, so nothing new is forgotten. */
const APART = new Set([
  ...["node_modules", "service", "scripts", "test", "e2e", "bench", "docs", "test-results", "playwright-report"],
  ...["next-env.d.ts", "biome.json", "playwright.config.ts"],
]);

/** Builds the storefront unless exactly this was built already. Answers the key of its server actions. */
export async function buildStorefront({ node, data }) {
  const built = readBuilt();
  const actionsKey =
    process.env.NEXT_SERVER_ACTIONS_ENCRYPTION_KEY ?? built?.actionsKey ?? randomBytes(32).toString("base64");
  const stamp = stampOf(node, actionsKey);
  if (built?.stamp === stamp) return actionsKey;

  const running = whoRuns(inHouse(".foyer"));
  if (running)
    throw new Fault(`The sources have changed while Foyer runs from them (process ${running.pid}). Stop it first.`);

  // Types of pages that are gone would break the build.
  rmSync(inHouse(".next"), { recursive: true, force: true });
  const env = environmentFor(LOOKS, {
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

function stampOf(node, actionsKey) {
  const looks = LOOKS.map((name) => process.env[name] ?? "");
  const hash = createHash("sha256").update(JSON.stringify([node, actionsKey, looks]));
  for (const file of sources(root))
    hash
      .update(`${relative(root, file)}\n`)
      .update(readFileSync(file))
      .update("\n");
  return hash.digest("hex");
}

function* sources(folder) {
  const entries = readdirSync(folder, { withFileTypes: true }).sort((one, other) => (one.name < other.name ? -1 : 1));
  for (const entry of entries) {
    const path = join(folder, entry.name);
    if (isApart(folder, entry.name)) continue;
    if (entry.isDirectory()) yield* sources(path);
    else if (entry.isFile()) yield path;
  }
}

function isApart(folder, name) {
  if (folder === root && APART.has(name)) return true;
  return /^\.(?!env|well-known)/.test(name) || /\.test\.tsx?$|\.md$|\.tsbuildinfo$/.test(name);
}
