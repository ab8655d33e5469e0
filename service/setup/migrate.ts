import { openDatabase, reasonOf } from "#src/open-runtime.ts";
import { readDatabaseUrl } from "#src/settings.ts";

/** Migrates the database before an upgrade, while the release before goes on selling. */

const settings = readDatabaseUrl();
if (typeof settings === "string") {
  console.error(`The database is not migrated. ${settings}`);
  process.exit(1);
}

try {
  const { applied, close } = await openDatabase(settings.DATABASE_URL, console.error);
  await close();
  console.log(applied.length === 0 ? "The database has every migration of this release." : applied.join("\n"));
} catch (error) {
  console.error(`The database is not migrated, or not by all. ${reasonOf(error)}`);
  process.exit(1);
}
