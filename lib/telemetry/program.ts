import { processWide } from "#lib/runtime/process-wide.ts";

/** The name of this process in its lines. `server.ts` adds the port: several storefronts write into one journal. */
export const program = processWide("program", () => ({ name: "storefront" }));
