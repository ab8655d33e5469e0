import { existsSync } from "node:fs";
import { chromium, firefox, webkit } from "@playwright/test";
import { type Environment, isOwnSandbox } from "./env.ts";

const ENGINES = { chromium, firefox, webkit };

export type EngineName = keyof typeof ENGINES;

export type Engine = {
  readonly engine: EngineName;
  /** Why its tests do not run, with the remedy. */
  readonly missing?: string;
};

type Settings = {
  readonly [Name in "address" | "control" | "engines" | "browser"]?: Environment[Name] | undefined;
};

/** Returns the engines of a run: those of E2E_ENGINES, else Chromium for a sandbox of the suite's own, else all three. */
export function enginesOf(env: Settings, isInstalled = isInstalledHere): readonly Engine[] {
  const isLocal = env.address === undefined || isOwnSandbox({ control: env.control });
  const wanted = env.engines?.split(",") ?? (isLocal ? ["chromium"] : Object.keys(ENGINES));
  return (Object.keys(ENGINES) as EngineName[])
    .filter((engine) => wanted.includes(engine))
    .map((engine) => (isInstalled(engine, env.browser) ? { engine } : { engine, missing: missingReason(engine) }));
}

function missingReason(engine: EngineName): string {
  return `NOT RUN: ${engine} is not installed; install it with npx playwright install ${engine}`;
}

/** Only Chromium may be a browser of the system; Firefox and WebKit are Playwright's own builds. */
function isInstalledHere(engine: EngineName, browser: string | undefined): boolean {
  if (engine === "chromium" && browser !== undefined) return true;
  try {
    return existsSync(ENGINES[engine].executablePath());
  } catch {
    return false;
  }
}
