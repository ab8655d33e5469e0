import "server-only";

import { z } from "zod";
import { seal, unseal } from "./seal.ts";

const sealed = z.object({ madeAt: z.int() });

/**
 * Returns the token with which the service asks for a message to be rendered. It says nothing of a buyer, and opens as
 * long as its key is configured: a date may move a year after the purchase.
 */
export function sealMessageToken(nowMs = Date.now()): Promise<string> {
  return seal("messages", { madeAt: nowMs });
}

/** Returns whether `sealMessageToken` made this token. */
export async function isMessageToken(token: string): Promise<boolean> {
  return sealed.safeParse(await unseal("messages", token)).success;
}
