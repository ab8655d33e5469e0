import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after } from "node:test";
import pg from "pg";

export const throwaway = { throwaway: true };

/** Creates a folder with a short path, for the socket, that the server's user can access. */
export function folder(): string {
  const made = mkdtempSync(join(tmpdir(), "foyer-pg-"));
  chmodSync(made, 0o711);
  after(() => rmSync(made, { recursive: true, force: true }));
  return made;
}

/** Returns the rows that a statement returns. */
export async function ask(url: string, text: string): Promise<unknown> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query(text)).rows;
  } finally {
    await client.end();
  }
}
