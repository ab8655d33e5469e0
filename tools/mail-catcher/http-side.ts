import { readFileSync } from "node:fs";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { text } from "node:stream/consumers";
import { type Behaviours, MODES, type Mode } from "./behaviours.ts";
import { inboxPage, messagePage, withoutMessage } from "./inbox-pages.ts";
import type { Mailbox } from "./mailbox.ts";

const STYLES = readFileSync(new URL("inbox.css", import.meta.url), "utf8");
const LOOPBACK = /^(localhost|127\.0\.0\.1|\[::1\])(:\d+)?$/;
const PAGE_POLICY = "default-src 'none'; style-src 'self'; frame-src 'self'; form-action 'self'; base-uri 'none'";
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
        return page(inboxPage(mailbox.list(to), to));
      case "GET /inbox.css":
        return { status: 200, type: "text/css", body: STYLES };
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

  function setBehaviour({ mode, to }: { readonly mode?: Mode; readonly to?: string }): Answer {
    if (mode === undefined || !MODES.includes(mode)) return { status: 400, body: `mode is one of ${MODES.join(", ")}` };
    behaviours.set(mode, to);
    return json({ ok: true });
  }

  function ofMessage(path: string): Answer {
    const [, folder, id = "", part, number] = path.split("/");
    const message = folder === "message" ? mailbox.find(id) : undefined;
    if (message === undefined) return page(withoutMessage(), 404);
    if (part === undefined) return page(messagePage(message));
    if (part === "html") return page(message.html, 200, MESSAGE_POLICY);
    const attachment = part === "attachment" ? message.attachments[Number(number)] : undefined;
    if (attachment === undefined) return page(withoutMessage(), 404);
    const name = encodeURIComponent(attachment.filename);
    return {
      status: 200,
      type: attachment.contentType,
      body: Buffer.from(attachment.contentBase64, "base64"),
      headers: { "Content-Disposition": `attachment; filename*=UTF-8''${name}` },
    };
  }
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
