import { readFileSync, writeFileSync } from "node:fs";
import { childEnvironment } from "#tools/lib/child-environment.ts";
import { fromRoot } from "#tools/lib/paths.ts";
import { outputOf } from "#tools/lib/run.ts";

/** Creates a private authority of an edge alone, and its certificate for localhost, in the folder. Returns the folder. */
export async function newEdgeAuthority(node: string, folder: string): Promise<string> {
  const command = [fromRoot("service", "setup", "certificates.ts"), folder];
  await outputOf("certificate of the edge", node, command, childEnvironment([], {}));
  return folder;
}

/** Writes several authorities into one file, and returns its path. */
export function joinAuthorities(files: readonly string[], into: string): string {
  writeFileSync(into, files.map((file) => readFileSync(file, "utf8")).join("\n"));
  return into;
}
