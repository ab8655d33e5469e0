import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";

/** A separate process, since service and tools share no code. */
const POSTGRES = fileURLToPath(new URL("../../tools/postgres/main.ts", import.meta.url));

type Server = { readonly url: string; readonly pid: number };

/** Starts a database server of its own, which a test crashes and starts again at the same address. */
export async function startRestartableCluster() {
  const folder = mkdtempSync(join(tmpdir(), "foyer-restart-"));
  // When run as root, the server runs as another user, who needs access to the folder.
  chmodSync(folder, 0o711);
  let supervisor: ChildProcess;
  let server: Server;

  async function start(): Promise<void> {
    const child = spawn(process.execPath, [POSTGRES, "--throwaway"], {
      env: { ...process.env, FOYER_DATA: folder },
      stdio: ["pipe", "pipe", "inherit"],
    });
    supervisor = child;
    const [line] = await once(createInterface({ input: child.stdout }), "line");
    server = JSON.parse(String(line)) as Server;
  }

  /** Ends the server at once, as a crash does: open transactions are lost, and the next start recovers. */
  async function crash(): Promise<void> {
    const ended = once(supervisor, "exit");
    supervisor.kill("SIGKILL");
    await ended;
    process.kill(server.pid, "SIGQUIT");
    await untilEnded(server.pid);
  }

  await start();
  return {
    url: () => server.url,
    ...{ start, crash },
    async stop(): Promise<void> {
      await crash();
      rmSync(folder, { recursive: true, force: true, maxRetries: 10 });
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
