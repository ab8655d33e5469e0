import "server-only";

import { createHash } from "node:crypto";
import { join } from "node:path";
import { z } from "zod";
import { env } from "#lib/env.ts";
import { readJson, writeAtomically } from "#lib/files.ts";

const cutoff = z.object({ notBeforeMs: z.int() });

/** Revokes all links of these sales that were made before `nowMs`. Kept for good: a link may live for years. */
export async function revokeLinks(saleKeys: readonly string[], nowMs: number): Promise<void> {
  for (const key of saleKeys)
    await writeAtomically(fileOf(key), { notBeforeMs: nowMs } satisfies z.input<typeof cutoff>);
}

export async function areLinksRevoked(saleKeys: readonly string[], madeAtMs: number): Promise<boolean> {
  const found = await Promise.all(saleKeys.map(async (key) => cutoff.safeParse(await readJson(fileOf(key))).data));
  return found.some((one) => one !== undefined && madeAtMs < one.notBeforeMs);
}

/** A sale's key is a secret, so the file is named by its digest. */
function fileOf(saleKey: string): string {
  const name = createHash("sha256").update(saleKey).digest("hex");
  return join(env().FOYER_DATA, "storefront", "revoked", "links", `${name}.json`);
}
