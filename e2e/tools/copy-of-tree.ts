import { execFileSync, spawn } from "node:child_process";
import { cpSync, existsSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";

const ROOT = join(import.meta.dirname, "..", "..");
/** The folders of packages: most are at the root, and the service has its own for what the root lacks. */
const PACKAGES = ["node_modules", "service/node_modules"];

/**
 * Copies what git would commit, uncommitted changes included, and returns the folder. The copy has its own
 * packages, since Turbopack takes none from outside its root. They are hard links where the file system allows it.
 */
export function copyOfTree(folder: string): string {
  const listed = execFileSync("git", ["ls-files", "-z", "--cached", "--others", "--exclude-standard"], { cwd: ROOT });
  for (const file of listed.toString().split("\0"))
    if (file !== "" && existsSync(join(ROOT, file))) cpSync(join(ROOT, file), join(folder, file), { recursive: true });
  for (const packages of PACKAGES) {
    const copy = (how: string) => execFileSync("cp", [how, join(ROOT, packages), join(folder, packages)]);
    try {
      copy("-Rl");
    } catch {
      copy("-R");
    }
  }
  return folder;
}

/** What every program needs. No setting of the tests that start it is passed on. */
const PASSED_ON = ["PATH", "HOME", "TMPDIR", "NODE_EXTRA_CA_CERTS"];

/**
 * Runs a program of the checkout to its end and returns its output. With `killAt` it kills the program, and everything
 * that it has started, as soon as it prints that line.
 */
export async function runProgram(
  parameters: readonly string[],
  settings: Readonly<Record<string, string>>,
  killAt?: string,
): Promise<string> {
  const inherited = PASSED_ON.flatMap((name) => {
    const value = process.env[name];
    return value === undefined ? [] : [[name, value] as const];
  });
  // Next's types require NODE_ENV; only Next's processes need it.
  const env = { ...Object.fromEntries(inherited), ...settings } as unknown as NodeJS.ProcessEnv;
  const child = spawn(process.execPath, parameters, { env, detached: true, stdio: ["ignore", "pipe", "pipe"] });
  const lines: string[] = [];
  child.stderr.setEncoding("utf8").on("data", (text: string) => lines.push(text));
  for await (const line of createInterface({ input: child.stdout })) {
    lines.push(line);
    if (line === killAt && child.pid !== undefined) process.kill(-child.pid, "SIGKILL");
  }
  return lines.join("\n");
}
