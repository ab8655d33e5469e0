import { configuration } from "./env.ts";

/** Ends with 2 when a setting is wrong. `npm run e2e` calls it before it installs, builds or starts anything. */
try {
  configuration();
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exit(2);
}
