import { reasonOf } from "#src/open-runtime.ts";
import { openPool } from "#src/platform/store/db.ts";
import { findPurchases } from "./order-story.ts";

/** Prints the purchases that an operator looks for: by reference, by address, or by words of the buyer's name. */
const text = process.argv.slice(2).join(" ");
const { DATABASE_URL } = process.env;
if (text.trim() === "" || DATABASE_URL === undefined) {
  console.error("Name a reference, an email address or a name, and set DATABASE_URL.");
  process.exit(1);
}

const db = openPool(DATABASE_URL, 1);
try {
  const { stories, isCut } = await findPurchases(db, text);
  console.log(stories.length === 0 ? "No purchase was found." : stories.join("\n\n"));
  if (isCut) console.log("\nThere are more: add a part of the name, or take the address or the reference.");
} catch (error) {
  console.error(`Nothing could be read. ${reasonOf(error)}`);
  process.exitCode = 1;
} finally {
  await db.close();
}
