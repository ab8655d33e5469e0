import type { Caller } from "#src/platform/domain/caller.ts";
import { queueMessages, type Renderer } from "#src/platform/store/outbox.ts";
import { countTry } from "#src/platform/store/tries.ts";
import { mayRender } from "#src/platform/use-cases/may-render.ts";
import type { World } from "#src/platform/world.ts";

export type FindByEmail = {
  /** One valid address. */
  readonly email: string;
  readonly language: string;
  readonly renderer: Renderer | undefined;
};

/**
 * Queues a message with the orders of an address. The worker looks them up, so the work and the answer are the same for
 * an address with orders and one without. A request above the limit of an address is answered the same and queues nothing.
 */
export async function findByEmail(
  world: World,
  caller: Caller,
  { email, language, renderer }: FindByEmail,
): Promise<"queued" | "renderer_refused"> {
  if (renderer !== undefined && !mayRender(world, renderer)) return "renderer_refused";
  const hash = world.fingerprint(`find tickets ${caller.account.id} ${email.toLowerCase()}`);
  await world.db.transaction(async (tx) => {
    if ((await countTry(tx, `find ${hash}`, world.limits.findsPerAddress)) !== undefined) return;
    const accountId = caller.account.id;
    const key = `find ${world.newId()}`;
    await queueMessages(tx, [{ accountId, kind: "FIND_TICKETS", key, recipient: email, language, renderer }]);
  });
  return "queued";
}
