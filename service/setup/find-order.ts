import { reasonOf } from "#src/open-runtime.ts";
import { openPool } from "#src/platform/store/db.ts";
import { readDatabaseUrl } from "#src/settings.ts";
import { findPurchases } from "./purchase-timeline.ts";

/** Prints the purchases that an operator looks for: by reference, by address, or by words of the buyer's name. */
const text = process.argv.slice(2).join(" ");
const settings = readDatabaseUrl();
if (text.trim() === "" || typeof settings === "string") {
  console.error(typeof settings === "string" ? settings : "Name a reference, an email address or a name.");
  process.exit(1);
}

const db = openPool(settings.DATABASE_URL, 1);
try {
  const { timelines, isCut } = await findPurchases(db, text);
  console.log(timelines.length === 0 ? "No purchase was found." : timelines.join("\n\n"));
  if (isCut) console.log("\nThere are more: add a part of the name, or take the address or the reference.");
} catch (error) {
  console.error(`Nothing could be read. ${reasonOf(error)}`);
  process.exitCode = 1;
} finally {
  await db.close();
}
