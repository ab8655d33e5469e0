import { buffer } from "node:stream/consumers";
import { SMTPServer, type SMTPServerSession } from "smtp-server";
import { type Mailbox, withAsciiDomain } from "./mailbox.ts";

/**
 * What the catcher does with a message: keeps it; refuses the recipient for now or for good; keeps it and never answers;
 * keeps it and closes the connection without an answer.
 */
export const MODES = ["accept", "refuse4xx", "refuse5xx", "hang", "drop"] as const;
export type Mode = (typeof MODES)[number];

/** The modes that tests have set: one for some recipients each, and that of all others. */
export type Behaviours = { general: Mode; readonly particular: Map<string, Mode> };

/** Twice what most mail servers accept. */
const MESSAGE_BYTES_MAX = 50_000_000;

/** Creates the SMTP server. It accepts mail to every address, without a password and without TLS: it listens on the loopback alone. */
export function createSmtpSide(mailbox: Mailbox, behaviours: Behaviours): SMTPServer {
  const modeFor = (recipient = "") => behaviours.particular.get(withAsciiDomain(recipient)) ?? behaviours.general;
  const server = new SMTPServer({
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
    onData(stream, session, done) {
      const { mailFrom, rcptTo } = session.envelope;
      const to = rcptTo.map(({ address }) => address);
      const envelope = { from: mailFrom ? mailFrom.address : "", to };
      void buffer(stream)
        .then((raw) => mailbox.add(raw, envelope))
        .then(
          () => {
            const mode = modeFor(to[0]);
            if (mode === "drop") drop(session);
            else if (mode !== "hang") done();
          },
          () => done(refusal(554, "5.6.0 This is not a message")),
        );
    },
  });
  // Clients that are killed reset their connections.
  server.on("error", () => {});

  function drop({ id }: SMTPServerSession): void {
    for (const connection of server.connections) if (connection.session.id === id) connection.close();
  }

  return server;
}

function refusal(responseCode: number, message: string): Error {
  return Object.assign(new Error(message), { responseCode });
}
