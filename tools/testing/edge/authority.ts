import { readFileSync, writeFileSync } from "node:fs";
import { childEnvironment } from "#tools/lib/child-environment.ts";
import { Fault } from "#tools/lib/fault.ts";
import { fromRoot, root } from "#tools/lib/paths.ts";
import { lastLines, run } from "#tools/lib/run.ts";

/** Creates a private authority of an edge alone, and its certificate for localhost, in the folder. Returns the folder. */
export async function newEdgeAuthority(node: string, folder: string): Promise<string> {
  const command = [fromRoot("service", "setup", "certificates.ts"), folder];
  const { code, output } = await run(node, command, { cwd: root, env: childEnvironment([], {}) });
  if (code !== 0) throw new Fault(`The edge's certificate failed:\n${lastLines(output)}`);
  return folder;
}

/** Writes several authorities into one file, and returns its path. */
export function joinAuthorities(files: readonly string[], into: string): string {
  writeFileSync(into, files.map((file) => readFileSync(file, "utf8")).join("\n"));
  return into;
}
