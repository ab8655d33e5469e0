import "server-only";

import { randomBytes } from "node:crypto";
import { cookies } from "next/headers";
import { sealUndo, UNDO_SECONDS, type Undo, unsealUndo } from "./undo.ts";

const UNDO_COOKIE = "__Host-foyer-undo";

const ATTRIBUTES = { httpOnly: true, secure: true, sameSite: "lax", path: "/", maxAge: UNDO_SECONDS } as const;

export async function currentUndo(): Promise<Undo | undefined> {
  const sealed = (await cookies()).get(UNDO_COOKIE)?.value;
  return sealed === undefined ? undefined : unsealUndo(sealed);
}

export async function offerUndo(undo: Omit<Undo, "id">): Promise<void> {
  const sealed = await sealUndo({ ...undo, id: randomBytes(12).toString("base64url") });
  if (sealed !== undefined) (await cookies()).set(UNDO_COOKIE, sealed, ATTRIBUTES);
}

export async function forgetUndo(): Promise<void> {
  (await cookies()).set(UNDO_COOKIE, "", { ...ATTRIBUTES, maxAge: 0 });
}
