import type { World } from "#src/world.ts";

/** Can the service answer at all? A database that is away is the usual reason why not. */
export async function isReady({ db }: World): Promise<boolean> {
  return db.query("SELECT 1").then(
    () => true,
    () => false,
  );
}
