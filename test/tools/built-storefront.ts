import { type ChildProcess, type StdioOptions, spawn } from "node:child_process";
import { fetchStorefront } from "./fetch-storefront.ts";

const NEXT = "node_modules/next/dist/bin/next";
const LOOK_EVERY_MS = 100;

export type BuiltStorefront = {
  readonly base: string;
  readonly child: ChildProcess;
  /** Whether it answers; `false` once it has ended or the `deadline` has passed. */
  readonly listens: (deadline?: AbortSignal) => Promise<boolean>;
};

/** The storefront as `npm test` has built it, once more: with this process's settings, but for those given. */
export function startBuilt(
  port: number,
  settings: Readonly<Record<string, string>>,
  stdio: StdioOptions = "ignore",
): BuiltStorefront {
  const base = `http://localhost:${port}`;
  const child = spawn(process.execPath, [NEXT, "start", "-p", String(port), "-H", "localhost"], {
    env: { ...process.env, FOYER_ORIGIN: base, ...settings },
    stdio,
  });

  async function listens(deadline?: AbortSignal): Promise<boolean> {
    while (child.exitCode === null && !deadline?.aborted) {
      const answer = await fetchStorefront(base, { path: "/api/health" }).catch(() => undefined);
      if (answer?.status === 200) return true;
      await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS));
    }
    return false;
  }

  return { base, child, listens };
}
