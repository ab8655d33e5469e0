import { createHash, randomBytes } from "node:crypto";
import { chmodSync, existsSync, globSync, readFileSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import { withLateScripts } from "#lib/page-cache/late-scripts.ts";
import { withCheckoutLock } from "#scripts/lib/checkout-lock.js";
import { Fault } from "#scripts/lib/fault.ts";
import { fromRoot, readJson, root, writeJson } from "#scripts/lib/files.ts";
import { step } from "#scripts/lib/progress.js";
import { childEnvironment, lastLines, run } from "#scripts/lib/run.ts";
import { DEFAULT_FOLDERS, runningLauncher, stopUnlessWritable, TIMES } from "./data-folder.ts";
import { noOperatorSettings, type OperatorSettings } from "./settings.ts";

/** The files of the checkout that `next build` reads. A test compares the list with everything that git tracks. */
export const BUILD_READS: readonly string[] = [
  "app",
  "cache",
  "components",
  "i18n",
  "lib",
  "messages",
  "public",
  "instrumentation.ts",
  "next.config.js",
  "tsconfig.json",
  "package.json",
  "package-lock.json",
  ".npmrc",
];
/** Untracked files that Next reads if they exist. */
const ENVIRONMENT_FILES = [".env", ".env.local", ".env.production", ".env.production.local"];
const NOT_BUILT = /\.(test|fixture)\.tsx?$|\.md$/;

/** What the build was made from. Readable by the user that serves it, who is not the one that built it. */
const BUILT = fromRoot(".next", "foyer-build.json");
const BUILT_MODE = 0o644;
/** A page as the framework built it, without settings. */
const BUILT_PAGE = fromRoot(".next", "server", "app", "en.html");

/** The key of a sandbox's build, for its next start. In production the environment has it. */
const KEPT_KEY = fromRoot(".next", "foyer-actions-key.json");

/** The settings that a build contains. */
type BuildSettings = Pick<OperatorSettings, "actionsKey" | "looks">;
/** Inputs of a build besides the sources. */
export type BuildInputs = BuildSettings & { readonly node: string };

type Built = { readonly stamp: string };
type KeptKey = { readonly actionsKey: string };

/** Returns whether the storefront is built from these sources and settings. */
export function isBuilt(node: string, { actionsKey, looks }: BuildSettings): boolean {
  return actionsKey !== undefined && readJson<Built>(BUILT)?.stamp === buildStamp(root, { node, actionsKey, looks });
}

/** Builds the storefront unless exactly this was built already. Returns the key of its server actions. */
export async function buildStorefront({
  node,
  data,
  operator = noOperatorSettings(),
}: {
  readonly node: string;
  /** The data folder; a build for production has none. */
  readonly data?: string;
  readonly operator?: BuildSettings;
}): Promise<string> {
  const actionsKey =
    operator.actionsKey ?? readJson<KeptKey>(KEPT_KEY)?.actionsKey ?? randomBytes(32).toString("base64");
  const stamp = buildStamp(root, { node, actionsKey, looks: operator.looks });
  if (readJson<Built>(BUILT)?.stamp === stamp) return actionsKey;
  stopUnlessWritable(root, "The storefront is built there: make it writable, or start from a copy.");
  const inputs = { node, actionsKey, looks: operator.looks };
  await withCheckoutLock(root, "builds the storefront", () => build({ ...inputs, stamp, data }), refuse);
  if (operator.actionsKey === undefined) writeJson(KEPT_KEY, { actionsKey } satisfies KeptKey);
  return actionsKey;
}

const refuse = (message: string): never => {
  throw new Fault(message);
};

type Build = BuildInputs & { readonly stamp: string; readonly data: string | undefined };

async function build({ node, actionsKey, looks, stamp, data }: Build): Promise<void> {
  const running = Object.values(DEFAULT_FOLDERS)
    .map((folder) => runningLauncher(fromRoot(folder)))
    .find((launcher) => launcher !== undefined);
  if (running)
    throw new Fault(`The sources have changed while Foyer runs from them (process ${running.pid}). Stop it first.`);

  // Generated types of deleted pages would break the build.
  rmSync(fromRoot(".next"), { recursive: true, force: true });
  const env = childEnvironment([], {
    ...looks,
    ...(data && { FOYER_DATA: data }),
    NODE_ENV: "production",
    NEXT_TELEMETRY_DISABLED: "1",
    NEXT_SERVER_ACTIONS_ENCRYPTION_KEY: actionsKey,
  });
  const next = [fromRoot("node_modules", "next", "dist", "bin", "next"), "build"];
  await step(
    "Building the storefront",
    async () => {
      const { code, output } = await run(node, next, { cwd: root, env });
      if (code !== 0) throw new Fault(`The storefront could not be built. The last lines:\n${lastLines(output, 30)}`);
    },
    { kept: data && join(data, TIMES) },
  );
  if (withLateScripts(readFileSync(BUILT_PAGE, "utf8")) === undefined)
    throw new Fault("The framework writes scripts in another way than lib/page-cache/late-scripts.ts expects.");
  writeJson(BUILT, { stamp } satisfies Built);
  chmodSync(BUILT, BUILT_MODE);
}

/** Returns a hash of all inputs of a build. */
export function buildStamp(folder: string, { node, actionsKey, looks }: BuildInputs): string {
  const hash = createHash("sha256").update(JSON.stringify([node, actionsKey, looks]));
  const read = [...BUILD_READS, ...ENVIRONMENT_FILES].filter((name) => existsSync(join(folder, name)));
  const entries = read.flatMap((name) => [name, ...globSync(`${name}/**`, { cwd: folder }).toSorted()]);
  for (const file of entries) {
    if (NOT_BUILT.test(file) || !statSync(join(folder, file)).isFile()) continue;
    hash
      .update(`${file}\n`)
      .update(readFileSync(join(folder, file)))
      .update("\n");
  }
  return hash.digest("hex");
}
