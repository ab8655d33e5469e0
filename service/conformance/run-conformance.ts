import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { OtherService } from "#conformance/other-service/service.ts";

export const CARDS = { good: "4111111111111111", bad: "4111111111111103" };
const KIT = join(import.meta.dirname, "..", "..", "scripts", "conformance.ts");

type Statement = {
  readonly id: string;
  readonly mark: string;
  readonly isNeeded: boolean;
  readonly result: string;
};

type Options = {
  readonly password?: string;
  readonly parameters: readonly string[];
  /** Called with the output so far, whenever there is more. */
  readonly onOutput?: (output: string, child: ChildProcess) => void;
};

/** Runs the conformance kit. `json` is the text of its report, empty where it wrote none. */
export async function runConformance({ password, parameters, onOutput }: Options) {
  const folder = mkdtempSync(join(tmpdir(), "foyer-conformance-"));
  const file = join(folder, "results.json");
  const child = spawn(process.execPath, [KIT, ...parameters, "--json", file], {
    env: { NODE_ENV: "test", ...(password !== undefined && { CONFORMANCE_PASSWORD: password }) },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let output = "";
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding("utf8").on("data", (text) => {
      output += text;
      onOutput?.(output, child);
    });
  const [code] = await once(child, "close");
  const json = existsSync(file) ? readFileSync(file, "utf8") : "";
  rmSync(folder, { recursive: true, force: true });
  const statements: readonly Statement[] = json === "" ? [] : JSON.parse(json).statements;
  return {
    code,
    output,
    json,
    statements,
    /** Returns the ids of the statements with this result. */
    ids: (result: string) => statements.filter((one) => one.result === result).map(({ id }) => id),
  };
}

/** The parameters of a run against the other service; with writes and cards it checks everything. */
export function parametersFor({ url, ca, user, accountId }: OtherService) {
  const reads = ["--address", url, "--ca", ca, "--user", user, "--account", String(accountId)];
  const writes = [...reads, "--writes", "--confirm-host", "localhost"];
  return { reads, writes, cards: [...writes, "--good-card", CARDS.good, "--bad-card", CARDS.bad] };
}
