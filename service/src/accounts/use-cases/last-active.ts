import { noteActivity } from "#src/accounts/store/users.ts";
import type { Authenticate, Caller } from "#src/platform/domain/caller.ts";
import { levelOfError } from "#src/platform/domain/log.ts";
import type { Runtime } from "#src/platform/runtime.ts";

const PAUSE_MS = 5 * 60_000;

/** Returns `authenticate` that also notes when each user last made a call, except that of the shop. */
export function notingActivity({ db, log }: Runtime, authenticate: Authenticate): Authenticate {
  const notedAt = new Map<number, number>();

  async function note(userId: number): Promise<void> {
    const now = performance.now();
    if (now - (notedAt.get(userId) ?? Number.NEGATIVE_INFINITY) < PAUSE_MS) return;
    notedAt.set(userId, now);
    await noteActivity(db, userId).catch((error: unknown) =>
      log(levelOfError(error), "The time of a user's last call could not be written.", {}, error),
    );
  }

  return async (username, password, network) => {
    const signedIn = await authenticate(username, password, network);
    if (signedIn.ok && signedIn.caller.firstFactor === undefined && !isShop(signedIn.caller))
      await note(signedIn.caller.id);
    return signedIn;
  };
}

function isShop({ capabilities }: Caller): boolean {
  return capabilities.has("PUBLIC") && !capabilities.has("MANAGE");
}
