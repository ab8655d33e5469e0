import { once } from "node:events";
import { createHttpSide } from "./http-side.ts";
import { createMailbox } from "./mailbox.ts";
import { type Behaviours, createSmtpSide } from "./smtp-side.ts";

/**
 * Runs a mail server that delivers nothing: it keeps every message in memory and shows it at an HTTP address. It listens
 * on the loopback alone, and prints one line of JSON with the addresses once it accepts connections.
 */
const HOST = "127.0.0.1";

const mailbox = createMailbox();
const behaviours: Behaviours = { general: "accept", particular: new Map() };
const smtp = createSmtpSide(mailbox, behaviours);
const http = createHttpSide(mailbox, behaviours);
smtp.listen(Number(process.env.SMTP_PORT ?? 0), HOST);
http.listen(Number(process.env.PORT ?? 0), HOST);
await Promise.all([once(smtp.server, "listening"), once(http, "listening")]);
console.log(JSON.stringify({ smtp: `smtp://${HOST}:${portOf(smtp.server)}`, mail: `http://${HOST}:${portOf(http)}` }));

for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => process.exit(0));

function portOf(server: { address(): unknown }): number {
  return Number(Reflect.get(Object(server.address()), "port"));
}
