import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { readJson, writeJson } from "#tools/lib/json-file.ts";
import { root } from "#tools/lib/paths.ts";
import type { Sizes, StageResult } from "./stage.ts";

/** A finished stage. */
export type Finished = { readonly result: StageResult; readonly ms: number; readonly sizes: Sizes };

export type Records = ReturnType<typeof openRecords>;

/** Opens the record of the finished stages of one state of the sources, with their logs. */
export function openRecords(folder: string) {
  mkdirSync(folder, { recursive: true });
  const file = join(folder, "stages.json");
  const read = (): Readonly<Record<string, Finished>> => readJson(file) ?? {};

  return {
    folder,
    finished: (stage: string): Finished | undefined => read()[stage],
    /** The sizes of the run that began this record, so that a resumed run has the same seed. */
    sizes: (): Sizes | undefined => Object.values(read())[0]?.sizes,
    finish: (stage: string, finished: Finished): void => writeJson(file, { ...read(), [stage]: finished }),
    clear: (): void => writeJson(file, {}),
    logOf: (stage: string): string => join(folder, `${stage}.log`),
  };
}

/** Returns a name for the sources as they are: the commit, and a hash of what is not committed. */
export function sourcesName(): string {
  const git = (...parameters: readonly string[]) =>
    execFileSync("git", parameters, { cwd: root, encoding: "utf8", maxBuffer: 2 ** 28 });
  const commit = git("rev-parse", "--short=12", "HEAD").trim();
  const added = git("ls-files", "-z", "--others", "--exclude-standard").split("\0").filter(Boolean);
  const changes = [
    git("diff", "HEAD"),
    ...added.flatMap((file) => [file, readFileSync(join(root, file), "latin1")]),
  ].join("");
  return changes === "" ? commit : `${commit}-${createHash("sha256").update(changes).digest("hex").slice(0, 8)}`;
}
