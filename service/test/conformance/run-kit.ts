import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { COMPILED } from "#test/compiled.ts";

/** The kit is a separate program: it knows a service by its interface alone. */
const KIT = join(import.meta.dirname, "../../../tools/conformance.ts");

type Statement = { readonly id: string; readonly result: string; readonly reason?: string; readonly remark?: string };

export type KitRun = {
  readonly code: number;
  readonly output: string;
  readonly statements: readonly Statement[];
  /** What the kit could not remove. */
  readonly left: readonly string[];
  /** Returns the ids of the statements with this result. */
  readonly ids: (result: "pass" | "fail" | "not applicable") => readonly string[];
};

type Target = { readonly address: string; readonly ca: string };
type User = { readonly user: string; readonly password: string };

/** Runs the conformance kit against a service, and returns its results. */
export async function runKit(target: Target, { user, password }: User, options: readonly string[]): Promise<KitRun> {
  const folder = mkdtempSync(join(tmpdir(), "foyer-kit-"));
  const json = join(folder, "results.json");
  const own = ["--address", target.address, "--ca", target.ca, "--user", user, "--json", json];
  const child = spawn(process.execPath, [KIT, ...own, ...options], {
    env: { ...COMPILED, CONFORMANCE_PASSWORD: password },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let output = "";
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding("utf8").on("data", (text) => {
      output += text;
    });
  const [code] = await once(child, "close");
  try {
    const { statements, left } = JSON.parse(readFileSync(json, "utf8"));
    const ids = (result: string) =>
      statements.filter((one: Statement) => one.result === result).map(({ id }: Statement) => id);
    return { code, output, statements, left: left.map(({ what }: { readonly what: string }) => what), ids };
  } catch {
    throw new Error(`The kit wrote no results:\n${output}`);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** The options of a run that checks what changes something and pays. */
export function writing(cards: { readonly good: string; readonly bad: string }): readonly string[] {
  return ["--writes", "--confirm-host", "localhost", "--good-card", cards.good, "--bad-card", cards.bad];
}
