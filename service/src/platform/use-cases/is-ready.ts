import { ping } from "#src/platform/store/ping.ts";
import type { World } from "#src/platform/world.ts";

/** Can the service answer at all? A database that is away is the usual reason why not. */
export async function isReady({ db }: World): Promise<boolean> {
  return ping(db).then(
    () => true,
    () => false,
  );
}
