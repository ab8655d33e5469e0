import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { rmSync } from "node:fs";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { makeDatabaseFolder } from "./cluster.ts";

/** A separate process, since service and scripts share no code. */
const POSTGRES = fileURLToPath(new URL("../sandbox/postgres/main.ts", import.meta.url));

type Options = {
  readonly isDurable?: boolean;
  readonly at?: string;
  readonly env?: Readonly<Record<string, string>>;
};
type Server = { readonly url: string; readonly pid: number };

/**
 * Starts a database server of its own, which a test crashes and starts again at the same address. With `isDurable` it syncs its files
 * as in production. Its folder is removed at the end unless it was given as `at`.
 */
export async function startRestartableCluster({ isDurable = false, at, env }: Options = {}) {
  const folder = at ?? makeDatabaseFolder("foyer-restart-", { onDisk: isDurable });
  let supervisor: ChildProcess;
  let server: Server;

  async function start(): Promise<void> {
    const child = spawn(process.execPath, [POSTGRES, ...(isDurable ? [] : ["--throwaway"])], {
      env: { ...process.env, ...env, FOYER_DATA: folder },
      stdio: ["pipe", "pipe", "inherit"],
    });
    supervisor = child;
    const failed = once(child, "exit").then(() => Promise.reject(new Error("The database does not start.")));
    failed.catch(() => {});
    const [line] = await Promise.race([once(createInterface({ input: child.stdout }), "line"), failed]);
    server = JSON.parse(String(line)) as Server;
  }

  /**
   * Ends the server at once, as a crash does: open transactions are lost, and the next start recovers. SIGQUIT is its immediate stop.
   * SIGKILL ends its first process alone; the others end when they notice.
   */
  async function crash(signal: "SIGQUIT" | "SIGKILL" = "SIGQUIT"): Promise<void> {
    const ended = once(supervisor, "exit");
    supervisor.kill("SIGKILL");
    await ended;
    process.kill(server.pid, signal);
    await untilEnded(server.pid);
  }

  await start();
  return {
    url: () => server.url,
    start,
    crash,
    async stop(): Promise<void> {
      await crash();
      if (at === undefined) rmSync(folder, { recursive: true, force: true, maxRetries: 10 });
    },
  };
}

async function untilEnded(pid: number): Promise<void> {
  for (;;) {
    try {
      process.kill(pid, 0);
    } catch {
      return;
    }
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}
