import "server-only";

import { randomBytes } from "node:crypto";
import { readCookie, removeCookie, storeCookie } from "./cookies.ts";
import { sealUndo, UNDO_SECONDS, type Undo, unsealUndo } from "./undo.ts";

const UNDO_COOKIE = "foyer-undo";

export async function currentUndo(): Promise<Undo | undefined> {
  const sealed = await readCookie(UNDO_COOKIE);
  return sealed === undefined ? undefined : unsealUndo(sealed);
}

export async function offerUndo(undo: Omit<Undo, "id">): Promise<void> {
  const sealed = await sealUndo({ ...undo, id: randomBytes(12).toString("base64url") });
  if (sealed !== undefined) await storeCookie(UNDO_COOKIE, sealed, UNDO_SECONDS);
}

export async function forgetUndo(): Promise<void> {
  await removeCookie(UNDO_COOKIE);
}
