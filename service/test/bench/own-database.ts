import { randomUUID } from "node:crypto";
import { installMessageQueue } from "#src/notifications/outside/message-queue.ts";
import { openPool } from "#src/platform/store/db.ts";
import { migrate } from "#src/platform/store/migrate.ts";

/** A migrated, empty database beside the one of this address, in which no other program has work to do. */
export async function openOwnDatabase(address: string) {
  const name = `bench_${randomUUID().replaceAll("-", "")}`;
  const administrator = openPool(address, 1);
  await administrator.query(`CREATE DATABASE ${name}`);
  const url = address.replace(/\/[^/?]*(\?|$)/, `/${name}$1`);
  const db = openPool(url);
  await migrate(db);
  await installMessageQueue(url);
  return {
    db,
    url,
    async drop() {
      await db.close();
      await administrator.query(`DROP DATABASE ${name} WITH (FORCE)`);
      await administrator.close();
    },
  };
}
