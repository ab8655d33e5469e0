import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fromRoot } from "#scripts/lib/files.ts";
import { childEnvironment } from "#scripts/lib/run.ts";

const unit = readFileSync(fromRoot("deploy", "systemd", "foyer-health@.service"), "utf8");
const SHIPPED = "--max-time 5";

/** Returns what systemd hands to the shell for the storefront of a port, with another limit than the shipped one. */
function commandOf(port: number, limit: string): string {
  const [, command = ""] = /^ExecStart=\/bin\/sh -c '([^']+)'$/m.exec(unit) ?? [];
  assert.ok(command.includes(SHIPPED));
  return command.replaceAll("%i", String(port)).replaceAll("$$", "$").replaceAll("\\\n", "").replace(SHIPPED, limit);
}

/**
 * Runs the command of the shipped health unit, beside a systemctl that names a process. Returns its output, and what systemctl was
 * asked.
 */
export async function lookAtHealth(port: number, pid = 0, limit = SHIPPED) {
  const programs = mkdtempSync(join(tmpdir(), "foyer-health-"));
  const asked = join(programs, "asked");
  try {
    writeFileSync(join(programs, "systemctl"), `#!/bin/sh\necho "$@" >> ${asked}\necho ${pid}\n`);
    chmodSync(join(programs, "systemctl"), 0o755);
    const env = childEnvironment([], { PATH: `${programs}:/usr/bin:/bin` });
    const child = spawn("/bin/sh", ["-c", commandOf(port, limit)], { env, stdio: ["ignore", "pipe", "pipe"] });
    const output: string[] = [];
    for (const stream of [child.stdout, child.stderr]) stream.on("data", (text) => output.push(String(text)));
    const [code] = await once(child, "close");
    return { code, output: output.join(""), asked: existsSync(asked) ? readFileSync(asked, "utf8") : "" };
  } finally {
    rmSync(programs, { recursive: true, force: true });
  }
}
