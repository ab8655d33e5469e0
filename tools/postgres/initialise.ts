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
import { giveTo, identity, type Owner } from "./owner.ts";
import { type Place, USER } from "./place.ts";
import type { Programs } from "./programs.ts";

const PART = "initdb-";

/**
 * Makes an empty cluster. A kill in the middle of initdb leaves a folder that never opens, so it works under
 * another name, and only a finished and synced cluster gets the real one.
 */
export async function initialise(place: Place, { initdb }: Programs, owner: Owner, throwaway: boolean): Promise<void> {
  if (existsSync(place.cluster)) return;

  const part = mkdtempSync(join(place.folder, PART));
  giveTo(owner, part);
  const passwordFile = join(part, "password");
  writeFileSync(passwordFile, place.password, { mode: 0o600 });
  giveTo(owner, passwordFile);

  const cluster = join(part, "cluster");
  const choices = ["--encoding=UTF8", "--locale-provider=builtin", "--builtin-locale=C.UTF-8", "--locale=C"];
  const access = [`--username=${USER}`, `--pwfile=${passwordFile}`, "--auth=scram-sha-256"];
  const options = throwaway ? ["--no-sync"] : [];
  try {
    await promisify(execFile)(initdb, ["-D", cluster, ...choices, ...access, ...options], {
      ...identity(owner),
      cwd: part,
    });
    renameSync(cluster, place.cluster);
    syncFolder(place.folder);
  } catch (error) {
    // Another process that started at the same moment was first: its cluster is as good.
    if (!existsSync(place.cluster)) throw error;
  } finally {
    rmSync(part, { recursive: true, force: true });
  }
}

/** What an earlier kill left behind. Only called while no other process can be at work here. */
export function sweepParts(place: Place): void {
  for (const name of readdirSync(place.folder)) {
    if (name.startsWith(PART)) rmSync(join(place.folder, name), { recursive: true, force: true });
  }
}

function syncFolder(folder: string): void {
  const handle = openSync(folder, "r");
  fsyncSync(handle);
  closeSync(handle);
}
