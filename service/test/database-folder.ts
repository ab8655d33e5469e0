import { chmodSync, mkdtempSync, statfsSync } from "node:fs";
import { freemem, tmpdir } from "node:os";
import { join } from "node:path";

/** Where Linux keeps files in memory. */
const IN_MEMORY = "/dev/shm";
/** A run's databases and logs take a few hundred MiB. Containers often have 64 MiB there. */
const ROOM_MIN_BYTES = 2 * 1024 ** 3;
const FREE_MEMORY_MIN_BYTES = 4 * 1024 ** 3;

/**
 * Creates a folder for a database server whose data is thrown away, in memory where there is room. A copy of the template has eight hundred
 * files, and to create and remove those on a disk takes ten times the processor time.
 */
export function makeDatabaseFolder(prefix: string, { onDisk = false } = {}): string {
  const folder = mkdtempSync(join(!onDisk && hasRoomInMemory() ? IN_MEMORY : tmpdir(), prefix));
  // When run as root, the server runs as another user, who needs access to the folder.
  chmodSync(folder, 0o711);
  return folder;
}

function hasRoomInMemory(): boolean {
  try {
    const { bavail, bsize } = statfsSync(IN_MEMORY);
    return bavail * bsize >= ROOM_MIN_BYTES && freemem() >= FREE_MEMORY_MIN_BYTES;
  } catch {
    return false;
  }
}
