import { execFile } from "node:child_process";
import {
  closeSync,
  existsSync,
  fsyncSync,
  mkdtempSync,
  openSync,
  readdirSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { changeOwner, identity, type Owner } from "./owner.ts";
import type { Programs } from "./programs.ts";
import { type ServerPaths, USER } from "./server-paths.ts";

const PART = "initdb-";

/**
 * Creates an empty cluster. An interrupted initdb leaves an unusable folder, so it runs in a temporary one, which is
 * renamed when it is complete and synced.
 */
export async function initialise(
  paths: ServerPaths,
  { initdb }: Programs,
  owner: Owner,
  throwaway: boolean,
): Promise<void> {
  if (existsSync(paths.cluster)) return;

  const part = mkdtempSync(join(paths.folder, PART));
  changeOwner(owner, part);
  const passwordFile = join(part, "password");
  writeFileSync(passwordFile, paths.password, { mode: 0o600 });
  changeOwner(owner, passwordFile);

  const cluster = join(part, "cluster");
  const choices = ["--encoding=UTF8", "--locale-provider=builtin", "--builtin-locale=C.UTF-8", "--locale=C"];
  const access = [`--username=${USER}`, `--pwfile=${passwordFile}`, "--auth=scram-sha-256"];
  const options = throwaway ? ["--no-sync"] : [];
  try {
    await promisify(execFile)(initdb, ["-D", cluster, ...choices, ...access, ...options], {
      ...identity(owner),
      cwd: part,
    });
    renameSync(cluster, paths.cluster);
    syncFolder(paths.folder);
  } catch (error) {
    // A concurrent process was first, and its cluster is used.
    if (!existsSync(paths.cluster)) throw error;
  } finally {
    rmSync(part, { recursive: true, force: true });
  }
}

/** Removes the folders of interrupted initdb runs. Called only while no other process can be running initdb here. */
export function removeUnfinishedClusters(paths: ServerPaths): void {
  for (const name of readdirSync(paths.folder)) {
    if (name.startsWith(PART)) rmSync(join(paths.folder, name), { recursive: true, force: true });
  }
}

function syncFolder(folder: string): void {
  const handle = openSync(folder, "r");
  fsyncSync(handle);
  closeSync(handle);
}
