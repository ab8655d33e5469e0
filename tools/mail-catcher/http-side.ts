import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { text } from "node:stream/consumers";
import type { CaughtMessage, Mailbox } from "./mailbox.ts";
import { type Behaviours, MODES, type Mode } from "./smtp-side.ts";

const LOOPBACK = /^(localhost|127\.0\.0\.1|\[::1\])(:\d+)?$/;
const PAGE_POLICY = "default-src 'none'; frame-src 'self'; form-action 'self'; base-uri 'none'";
/** A message's own page: it shows its styles and embedded pictures, runs nothing and loads nothing. Links open another tab. */
const MESSAGE_POLICY =
  "sandbox allow-popups allow-popups-to-escape-sandbox; default-src 'none'; style-src 'unsafe-inline'; img-src data: http: https:; base-uri 'none'";

type Answer = {
  readonly status: number;
  readonly type?: string;
  readonly body?: string | Buffer;
  readonly headers?: Readonly<Record<string, string>>;
};

/** Creates the HTTP server with the inbox, its pages for people and its JSON for tests. */
export function createHttpSide(mailbox: Mailbox, behaviours: Behaviours): Server {
  return createServer((request, response) => {
    // A page of another site that resolves its own name to this machine must not read mail.
    if (!LOOPBACK.test(request.headers.host ?? "")) return send(response, { status: 403 });
    answerOf(request).then(
      (answer) => send(response, answer),
      () => send(response, { status: 400 }),
    );
  });

  async function answerOf(request: IncomingMessage): Promise<Answer> {
    const { pathname, searchParams } = new URL(request.url ?? "/", "http://localhost");
    const to = searchParams.get("to") ?? undefined;
    switch (`${request.method} ${pathname}`) {
      case "GET /":
        return page(inboxPage(mailbox.list(to)));
      case "GET /messages":
        return json(mailbox.list(to));
      case "DELETE /messages":
        mailbox.clear();
        return json({ ok: true });
      case "POST /behaviour":
        return setBehaviour(JSON.parse(await text(request)));
      default:
        return request.method === "GET" ? ofMessage(pathname) : { status: 404 };
    }
  }

  /** Sets the mode of one recipient. Without one it sets the mode of all, and forgets the others. */
  function setBehaviour({ mode, to }: { readonly mode?: Mode; readonly to?: string }): Answer {
    if (mode === undefined || !MODES.includes(mode)) return { status: 400, body: `mode is one of ${MODES.join(", ")}` };
    if (to === undefined) {
      behaviours.general = mode;
      behaviours.particular.clear();
    } else behaviours.particular.set(to, mode);
    return json({ ok: true });
  }

  function ofMessage(path: string): Answer {
    const [, folder, id = "", part, number] = path.split("/");
    const message = folder === "message" ? mailbox.find(id) : undefined;
    const attachment = part === "attachment" ? message?.attachments[Number(number)] : undefined;
    if (message !== undefined && part === undefined) return page(messagePage(message));
    if (message !== undefined && part === "html") return page(message.html, 200, MESSAGE_POLICY);
    if (attachment === undefined) return page(whole("This message is no longer kept", ""), 404);
    const name = encodeURIComponent(attachment.filename);
    return {
      status: 200,
      type: attachment.contentType,
      body: Buffer.from(attachment.contentBase64, "base64"),
      headers: { "Content-Disposition": `attachment; filename*=UTF-8''${name}` },
    };
  }
}

/** Returns the page with all messages, the newest first. */
function inboxPage(messages: readonly CaughtMessage[]): string {
  const rows = messages.map(
    ({ id, subject, to, receivedAt }) =>
      `<li><a href="/message/${id}">${escapeHtml(subject || "(no subject)")}</a> to ${escapeHtml(to.join(", "))}, ${timeOf(receivedAt)}</li>`,
  );
  return whole("Inbox", rows.length > 0 ? `<ol>${rows.join("")}</ol>` : "<p>No messages yet.</p>");
}

/** Returns the page of one message: its headers, its HTML and its text. */
function messagePage({ id, subject, from, to, receivedAt, html, text, attachments }: CaughtMessage): string {
  const files = attachments.map(
    ({ filename }, at) =>
      `<li><a href="/message/${id}/attachment/${at}">${escapeHtml(filename || "attachment")}</a></li>`,
  );
  const frame = `<iframe title="The message" src="/message/${id}/html" width="100%" height="700"></iframe>`;
  return whole(
    subject || "(no subject)",
    `<p>From ${escapeHtml(from)}<br>To ${escapeHtml(to.join(", "))}<br>${timeOf(receivedAt)}</p>
    <ul>${files.join("")}</ul>${html ? frame : ""}<h2>Text</h2><pre>${escapeHtml(text)}</pre>`,
  );
}

function whole(title: string, content: string): string {
  return `<!doctype html><html lang="en"><meta charset="utf-8"><title>${escapeHtml(title)}</title>
<meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light dark">
<p><a href="/">Inbox</a></p><h1>${escapeHtml(title)}</h1>${content}`;
}

const timeOf = (iso: string) => `${iso.slice(0, 10)} ${iso.slice(11, 19)} UTC`;

const ENTITIES: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };

function escapeHtml(text: string): string {
  return text.replaceAll(/[&<>"]/g, (letter) => ENTITIES[letter] ?? letter);
}

function page(body: string, status = 200, policy = PAGE_POLICY): Answer {
  return { status, type: "text/html; charset=utf-8", body, headers: { "Content-Security-Policy": policy } };
}

function json(value: unknown): Answer {
  return { status: 200, type: "application/json", body: JSON.stringify(value) };
}

function send(response: ServerResponse, { status, type = "text/plain", body = "", headers = {} }: Answer): void {
  const common = { "Cache-Control": "no-store", "X-Content-Type-Options": "nosniff", "Referrer-Policy": "no-referrer" };
  response.writeHead(status, { ...common, "Content-Type": type, ...headers });
  response.end(body);
}
