import type { MailServerSettings } from "#src/notifications/outside/mail-server.ts";
import { openPool } from "#src/platform/store/db.ts";
import { startMail } from "#src/worker.ts";
import { testRuntime } from "#test/runtime.ts";

// A service process with a message worker alone, for tests that kill it.

export type SendingOrders = { readonly url: string; readonly server: MailServerSettings };

const { url, server } = JSON.parse(process.argv[2] ?? "{}") as SendingOrders;
const runtime = testRuntime(openPool(url, 4));
await startMail(runtime, { databaseUrl: url, mail: { server, rendererOrigins: new Set() } });
process.send?.("started");
