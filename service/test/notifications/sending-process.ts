import type { MailServerSettings } from "#src/notifications/outside/mail-server.ts";
import { openPool } from "#src/platform/store/db.ts";
import { startMail } from "#src/worker.ts";
import { testWorld } from "#test/world.ts";

// A service process with a message worker alone, for tests that kill it.

export type SendingOrders = { readonly url: string; readonly server: MailServerSettings };

const { url, server } = JSON.parse(process.argv[2] ?? "{}") as SendingOrders;
const world = testWorld(openPool(url, 4));
await startMail(world, { databaseUrl: url, mail: { server, rendererOrigins: new Set() } });
process.send?.("started");
