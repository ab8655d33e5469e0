import { once } from "node:events";
import { createServer, type IncomingMessage } from "node:http";
import { join } from "node:path";
import { buffer, text } from "node:stream/consumers";
import { SMTPServer } from "smtp-server";
import { inboxPage, messagePart, openMailbox, withAsciiDomain } from "./inbox.ts";

/**
 * Runs a mail server that delivers nothing: it keeps every message and shows it at an HTTP address. It listens on the loopback
 * alone, and prints one line of JSON with the addresses once it accepts connections. With FOYER_DATA the messages are in the folder `mail`
 * there, also after a restart; without it in memory alone.
 */
const HOST = "127.0.0.1";
const LOOPBACK = /^(localhost|127\.0\.0\.1|\[::1\])(:\d+)?$/;
/** Twice what most mail servers accept. */
const MESSAGE_BYTES_MAX = 50_000_000;

/**
 * What the catcher does with a message: keeps it; refuses the recipient for now or for good; keeps it and never answers;
 * keeps it and closes the connection without an answer.
 */
const MODES = ["accept", "refuse4xx", "refuse5xx", "hang", "drop"];
/** The modes that tests have set: that of all recipients, and those of some. */
let general = "accept";
const particular = new Map<string, string>();
const modeFor = (recipient = "") => particular.get(withAsciiDomain(recipient)) ?? general;

const { FOYER_DATA } = process.env;
const mailbox = openMailbox(FOYER_DATA && join(FOYER_DATA, "mail"));
const refusal = (responseCode: number, message: string) => Object.assign(new Error(message), { responseCode });

/** Accepts mail to every address, without a password and without TLS. */
const smtp = new SMTPServer({
  authOptional: true,
  disabledCommands: ["AUTH", "STARTTLS"],
  disableReverseLookup: true,
  size: MESSAGE_BYTES_MAX,
  logger: false,
  closeTimeout: 100,
  onRcptTo({ address }, _session, done) {
    const mode = modeFor(address);
    if (mode === "refuse4xx") return done(refusal(451, "4.3.0 Try again later"));
    if (mode === "refuse5xx") return done(refusal(550, "5.1.1 No such mailbox"));
    done();
  },
  async onData(stream, { id, envelope: { mailFrom, rcptTo } }, done) {
    const to = rcptTo.map(({ address }) => address);
    try {
      await mailbox.add(await buffer(stream), mailFrom ? mailFrom.address : "", to);
    } catch (error) {
      // The disk is full, or the folder is gone: a sender tries again later.
      const isOfSystem = error instanceof Error && "syscall" in error;
      return done(isOfSystem ? refusal(452, "4.3.1 No storage") : refusal(554, "5.6.0 This is not a message"));
    }
    const mode = modeFor(to[0]);
    if (mode === "drop") for (const one of smtp.connections) if (one.session.id === id) one.close();
    if (mode === "accept") done();
  },
});
// Clients that are killed reset their connections.
smtp.on("error", () => {});

/** The inbox, its pages for people and its JSON for tests. */
async function answer(request: IncomingMessage): Promise<Response> {
  // A page of another site that resolves its own name to this machine must not read mail.
  if (!LOOPBACK.test(request.headers.host ?? "")) return new Response(null, { status: 403 });
  const { pathname, searchParams } = new URL(request.url ?? "/", "http://localhost");
  const messages = mailbox.list(searchParams.get("to") ?? undefined);
  switch (`${request.method} ${pathname}`) {
    case "GET /":
      return inboxPage(messages);
    case "GET /messages":
      return Response.json(messages);
    case "DELETE /messages":
      mailbox.clear();
      return Response.json({ ok: true });
    case "POST /behaviour":
      return setBehaviour(JSON.parse(await text(request)));
  }
  const [, folder, id = "", part, number] = pathname.split("/");
  return messagePart(folder === "message" && request.method === "GET" ? mailbox.find(id) : undefined, part, number);
}

/** Sets the mode of one recipient. Without one it sets the mode of all, and forgets the others. */
function setBehaviour({ mode, to }: { readonly mode: string; readonly to?: string }): Response {
  if (!MODES.includes(mode)) return new Response(`mode is one of ${MODES.join(", ")}`, { status: 400 });
  if (to !== undefined) particular.set(to, mode);
  else {
    general = mode;
    particular.clear();
  }
  return Response.json({ ok: true });
}

const http = createServer(async (request, response) => {
  const { status, headers, body } = await answer(request).catch(() => new Response(null, { status: 400 }));
  const common = { "Cache-Control": "no-store", "X-Content-Type-Options": "nosniff", "Referrer-Policy": "no-referrer" };
  response.writeHead(status, { ...common, ...Object.fromEntries(headers) });
  response.end(body && (await buffer(body)));
});

smtp.listen(Number(process.env.SMTP_PORT ?? 0), HOST);
http.listen(Number(process.env.PORT ?? 0), HOST);
await Promise.all([once(smtp.server, "listening"), once(http, "listening")]);
const portOf = (server: { address(): unknown }) => Number(Reflect.get(Object(server.address()), "port"));
console.log(JSON.stringify({ smtp: `smtp://${HOST}:${portOf(smtp.server)}`, mail: `http://${HOST}:${portOf(http)}` }));

for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => process.exit(0));
