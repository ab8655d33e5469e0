import { existsSync, linkSync, readFileSync, rmSync, writeFileSync } from "node:fs";

/** Writes a file unless it exists, and returns what it contains: of concurrent processes, all get the text of the first. */
export function writeOnce(file: string, text: string): string {
  if (!existsSync(file)) {
    const part = `${file}-${process.pid}`;
    writeFileSync(part, text, { mode: 0o600, flush: true });
    try {
      linkSync(part, file);
    } catch (error) {
      // A concurrent process was first, and its text is used.
      if (!existsSync(file)) throw error;
    } finally {
      rmSync(part);
    }
  }
  return readFileSync(file, "utf8");
}
