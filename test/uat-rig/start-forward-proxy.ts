import { startForwardProxy } from "#test/tools/forward-proxy.ts";

/** Runs the forward proxy of the UAT rig. Prints its address once it listens. */
const { LOGIN = "" } = process.env;

const proxy = await startForwardProxy({ login: LOGIN });
console.log(proxy.url);
process.on("SIGTERM", () => process.exit(0));
