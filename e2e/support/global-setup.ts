import { startPlaces } from "./places/global-places.ts";
import handshake from "./target/handshake.ts";

/** Playwright runs this before the first test, and the function that it returns after the last one. */
export default async function globalSetup(): Promise<() => Promise<void>> {
  await handshake();
  return startPlaces();
}
