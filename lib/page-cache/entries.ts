import { createHash, randomUUID } from "node:crypto";
import { mkdir, readdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { deserialize, serialize } from "node:v8";

type Entry = {
  readonly key: string;
  readonly value: unknown;
  readonly madeAt: number;
  readonly cacheControl: unknown;
  readonly bytes: number;
};

/**
 * A memory cache in front of one file per entry. The files are in a folder with the build's name, since pages refer to
 * its scripts.
 */
export class Entries {
  readonly #memory = new Map<string, Entry>();
  readonly #folder: string | undefined;
  readonly #limitBytes: number;
  #bytes = 0;

  constructor(folder: string | undefined, limitBytes: number) {
    this.#folder = folder;
    this.#limitBytes = limitBytes;
  }

  async get(key: string): Promise<Entry | undefined> {
    const remembered = this.#memory.get(key);
    if (remembered) return this.#remember(remembered);
    if (this.#folder === undefined) return undefined;
    const stored = await readFile(this.#file(this.#folder, key)).catch(() => undefined);
    const entry = stored && parseEntry(stored);
    return entry?.key === key ? this.#remember(entry) : undefined;
  }

  /** A page that must not be on the disk, such as a not-found page, is in memory only. */
  async put(entry: Omit<Entry, "bytes">, onDisk: boolean): Promise<void> {
    const stored = serialize(entry);
    this.#remember({ ...entry, bytes: stored.byteLength });
    if (this.#folder === undefined || !onDisk) return;
    const file = this.#file(this.#folder, entry.key);
    const draft = `${file}.${randomUUID()}`;
    await mkdir(this.#folder, { recursive: true });
    try {
      await writeFile(draft, stored);
      await rename(draft, file);
    } catch (fault) {
      // The disk may be full: a draft left behind would keep it full.
      await rm(draft, { force: true });
      throw fault;
    }
  }

  #remember(entry: Entry): Entry {
    this.#forget(entry.key);
    this.#memory.set(entry.key, entry);
    this.#bytes += entry.bytes;
    for (const key of this.#memory.keys()) {
      if (this.#bytes <= this.#limitBytes || key === entry.key) break;
      this.#forget(key);
    }
    return entry;
  }

  #forget(key: string): void {
    this.#bytes -= this.#memory.get(key)?.bytes ?? 0;
    this.#memory.delete(key);
  }

  #file(folder: string, key: string): string {
    return join(folder, `${createHash("sha256").update(key).digest("hex")}.bin`);
  }
}

/** Removes the pages of other builds. */
export async function removeOtherBuilds(folder: string, build: string): Promise<void> {
  const names = await readdir(folder).catch(() => []);
  await Promise.all(
    names.filter((name) => name !== build).map((name) => rm(join(folder, name), { recursive: true, force: true })),
  );
}

function parseEntry(stored: Buffer): Entry | undefined {
  try {
    return { ...deserialize(stored), bytes: stored.byteLength } as Entry;
  } catch {
    return undefined;
  }
}
