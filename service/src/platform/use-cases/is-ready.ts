import { ping } from "#src/platform/store/ping.ts";
import type { World } from "#src/platform/world.ts";

/** Returns whether the database answers, so that the service can. */
export async function isReady({ db }: World): Promise<boolean> {
  return ping(db).then(
    () => true,
    () => false,
  );
}
