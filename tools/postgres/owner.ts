import { spawnSync } from "node:child_process";
import { chownSync, readFileSync } from "node:fs";
import { userInfo } from "node:os";

/** Whom the server runs as. `undefined` ids mean: as ourselves. */
export type Owner = { readonly name: string; readonly uid?: number; readonly gid?: number };

/** PostgreSQL refuses to run as root, so root lends it another user's identity. */
const STAND_INS = ["postgres", "nobody"];

export function serverOwner(): Owner {
  if (process.getuid?.() !== 0) return ourselves();

  const users = readFileSync("/etc/passwd", "utf8")
    .split("\n")
    .map((line) => line.split(":"));
  for (const name of STAND_INS) {
    const user = users.find((fields) => fields[0] === name);
    if (user) return { name, uid: Number(user[2]), gid: Number(user[3]) };
  }
  throw new Error(
    `PostgreSQL does not run as root, and neither of ${STAND_INS.join(", ")} is in /etc/passwd. Set DATABASE_URL, or start as another user.`,
  );
}

function ourselves(): Owner {
  try {
    return { name: userInfo().username };
  } catch (cause) {
    throw new Error(
      "PostgreSQL needs a user with an entry in /etc/passwd. Set DATABASE_URL, or start as another user.",
      {
        cause,
      },
    );
  }
}

/** What `spawn` needs to run something as the owner. */
export function identity({ uid, gid }: Owner): { uid?: number; gid?: number } {
  return uid === undefined || gid === undefined ? {} : { uid, gid };
}

export function giveTo(owner: Owner, path: string): void {
  if (owner.uid !== undefined && owner.gid !== undefined) chownSync(path, owner.uid, owner.gid);
}

/** Asked by trying: only the kernel knows every folder on the way, and every other rule. */
export function canEnter(owner: Owner, folder: string): boolean {
  if (owner.uid === undefined) return true;
  return spawnSync("/bin/sh", ["-c", 'cd -- "$1"', "sh", folder], { ...identity(owner), cwd: "/" }).status === 0;
}

export function canRun(owner: Owner, program: string): boolean {
  if (owner.uid === undefined) return true;
  return spawnSync(program, ["--version"], { ...identity(owner), cwd: "/" }).status === 0;
}
