import { spawnSync } from "node:child_process";
import { chownSync, readFileSync } from "node:fs";
import { userInfo } from "node:os";

/** The user that the server runs as. Without ids it is the current user. */
export type Owner = { readonly name: string; readonly uid?: number; readonly gid?: number };

/** Users for a server that is started by root, since PostgreSQL refuses to run as root. */
const UNPRIVILEGED_USERS = ["postgres", "nobody"];

/** Returns the user for the server. Throws when no suitable user exists. */
export function serverOwner(): Owner {
  if (process.getuid?.() !== 0) return currentUser();
  const users = readFileSync("/etc/passwd", "utf8")
    .split("\n")
    .map((line) => line.split(":"));
  for (const name of UNPRIVILEGED_USERS) {
    const user = users.find((fields) => fields[0] === name);
    if (user) return { name, uid: Number(user[2]), gid: Number(user[3]) };
  }
  throw new Error(
    `PostgreSQL does not run as root, and neither of ${UNPRIVILEGED_USERS.join(", ")} is in /etc/passwd. Set DATABASE_URL, or start as another user.`,
  );
}

function currentUser(): Owner {
  try {
    return { name: userInfo().username };
  } catch (cause) {
    const message = "PostgreSQL needs a user with an entry in /etc/passwd. Set DATABASE_URL, or start as another user.";
    throw new Error(message, { cause });
  }
}

/** Returns the options of `spawn` for running a program as the owner. */
export function identity({ uid, gid }: Owner): { uid?: number; gid?: number } {
  return uid === undefined || gid === undefined ? {} : { uid, gid };
}

export function changeOwner({ uid, gid }: Owner, path: string): void {
  if (uid !== undefined && gid !== undefined) chownSync(path, uid, gid);
}

/** Returns whether the owner can access a folder. It tries, since only the kernel knows every rule on the path. */
export const canEnter = (owner: Owner, folder: string) => canRun(owner, "/bin/sh", ["-c", 'cd -- "$1"', "sh", folder]);

export function canRun(owner: Owner, program: string, parameters: readonly string[] = ["--version"]): boolean {
  return owner.uid === undefined || spawnSync(program, parameters, { ...identity(owner), cwd: "/" }).status === 0;
}
