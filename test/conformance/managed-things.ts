import type { Answer } from "./client.ts";
import { requireOffered } from "./expect.ts";
import type { Kit } from "./kit.ts";
import { expectSuccess } from "./once.ts";
import { fieldOf } from "./shapes.ts";

export const THING_NAME = "Conformance check";

/** Asks for an access token that ends with the check. */
export function makeToken({ manager: { post, removeAfterCheck } }: Kit): Promise<Answer> {
  const expiresAt = new Date(Date.now() + 10 * 60 * 1000).toISOString();
  return post("/user/token", { scopes: ["PUBLIC"], expiresAt, name: THING_NAME }, (id) =>
    removeAfterCheck(`access token ${id}`, `/user/token/${id}`),
  );
}

/** Makes a voucher of this amount, which is disabled at the end. Returns its code. */
export async function makeVoucher({ manager: { post, keep } }: Kit, amount: number): Promise<string> {
  const answer = await post("/voucher", { amount }, (id) =>
    keep(`voucher ${id}, switched off`, `/voucher/${id}/enable/false`),
  );
  requireOffered(answer);
  expectSuccess(answer);
  return String(fieldOf(answer.body, "code"));
}
