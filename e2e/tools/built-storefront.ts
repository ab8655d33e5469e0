import assert from "node:assert/strict";
import { type ChildProcess, type StdioOptions, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fetchStorefront } from "./fetch-storefront.ts";
import { SETTINGS } from "./storefront-settings.ts";

const POLL_MS = 100;

export type BuiltStorefront = {
  readonly base: string;
  readonly child: ChildProcess;
  /** Resolves to true when it answers, and to false when it has ended or the deadline has passed. */
  readonly listens: (deadline?: AbortSignal) => Promise<boolean>;
};

/** Starts the storefront that `npm test` has built, with this process's settings and these changes. */
export function startBuilt(
  port: number,
  settings: Readonly<Record<string, string>>,
  stdio: StdioOptions = "ignore",
): BuiltStorefront {
  const base = `http://localhost:${port}`;
  const child = spawn(process.execPath, ["server.ts", "-p", String(port), "-H", "localhost"], {
    env: { ...process.env, NODE_ENV: "production", FOYER_ORIGIN: base, ...settings },
    stdio,
  });

  async function listens(deadline?: AbortSignal): Promise<boolean> {
    while (child.exitCode === null && !deadline?.aborted) {
      const answer = await fetchStorefront(base, { path: "/api/health" }).catch(() => undefined);
      if (answer?.status === 200) return true;
      await new Promise((resolve) => setTimeout(resolve, POLL_MS));
    }
    return false;
  }

  return { base, child, listens };
}

/**
 * Starts it in front of a service of a test, with a folder of its own, and waits until it answers. It takes the network of a visitor from
 * the request.
 */
export async function startInFrontOf(
  port: number,
  service: { readonly url: string; readonly ca: string },
  settings: Readonly<Record<string, string>> = {},
) {
  const data = mkdtempSync(join(tmpdir(), "foyer-contract-"));
  const { base, child, listens } = startBuilt(port, {
    ...SETTINGS,
    NODE_ENV: "production",
    FOYER_PAYMENTS: "fake",
    FOYER_ORIGIN: `http://localhost:${port}`,
    FOYER_DATA: data,
    TICKETING_URL: service.url,
    TICKETING_CA: service.ca,
    CURRENCY: "NZD",
    VENUE_TIME_ZONE: "Pacific/Auckland",
    TRUSTED_HOPS: "1",
    ...settings,
  });
  const end = async () => {
    if (child.kill()) await once(child, "exit");
    rmSync(data, { recursive: true, force: true });
  };
  assert.ok(await listens(), "the storefront has started");
  return { base, end };
}

type Manifest = Readonly<
  Record<
    "node" | "edge",
    Readonly<Record<string, { readonly exportedName: string; readonly workers: Readonly<Record<string, unknown>> }>>
  >
>;

export type BuiltAction = {
  readonly id: string;
  readonly name: string;
  /** The path patterns of the pages that have the action: `/[locale]/cart`. */
  readonly pages: readonly string[];
};

/** Returns every server action of the build. */
export function builtActions(): readonly BuiltAction[] {
  const { node, edge } = JSON.parse(readFileSync(".next/server/server-reference-manifest.json", "utf8")) as Manifest;
  return Object.entries({ ...node, ...edge }).map(([id, { exportedName, workers }]) => ({
    id,
    name: exportedName,
    pages: Object.keys(workers).map((file) => file.replace(/^app|\/page$|\/\([^/]+\)/g, "")),
  }));
}
