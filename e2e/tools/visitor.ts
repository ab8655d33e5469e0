import { type Agent, type IncomingHttpHeaders, request } from "node:http";
import { request as requestOverTls } from "node:https";
import { gunzipSync } from "node:zlib";
import { isAskedAgain } from "./cookie-names.ts";

const REDIRECTS_MAX = 5;
const LIMIT_MS = 30_000;
const BOUNDARY = "---------------foyer-visitor";

/** A page's HTML, and its address after all redirects. */
export type Seen = { readonly url: URL; readonly html: string };

/** `ca` is trusted for https: addresses; `network` is the address in X-Forwarded-For, or gives that of each request. */
type VisitorOptions = { readonly ca?: string; readonly network?: string | (() => string) };

/** A visitor without JavaScript: stores cookies, follows redirects and submits forms. */
export function createVisitor({ ca, network }: VisitorOptions = {}) {
  const cookies = new Map<string, string>();

  async function ask(url: URL, form?: ReadonlyMap<string, string>, from?: URL): Promise<Seen> {
    let at = url;
    let sending = form;
    for (let redirects = 0; redirects <= REDIRECTS_MAX; redirects += 1) {
      const page = await load(at, {
        ca,
        headers: {
          ...(network !== undefined && { "x-forwarded-for": typeof network === "string" ? network : network() }),
          ...(from !== undefined && { referer: from.href }),
          cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join("; "),
          ...(sending && {
            origin: at.origin,
            "sec-fetch-site": "same-origin",
            "content-type": `multipart/form-data; boundary=${BOUNDARY}`,
          }),
        },
        ...(sending && { method: "POST", body: multipart(sending) }),
      });
      keepCookies(page);
      const { location } = page.headers;
      if (location === undefined) return seen(at, page);
      if (!isAskedAgain(page.status, at.href, location)) sending = undefined;
      at = new URL(location, at);
    }
    throw new Error(`${url.pathname} redirects without end.`);
  }

  function keepCookies({ headers }: Page): void {
    for (const line of headers["set-cookie"] ?? []) {
      const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      if (value === "") cookies.delete(name);
      else cookies.set(name, value);
    }
  }

  return {
    open: (url: URL) => ask(url),
    /** Submits the form that has a field of this name, with these values and the page's other fields. */
    send: ({ url, html }: Seen, fieldName: string, fill: Readonly<Record<string, string>>) =>
      ask(url, new Map([...fieldsOf(html, fieldName), ...Object.entries(fill)]), url),
  };
}

/** A page answered 503, and says when to try again. */
export class TryLater extends Error {
  readonly page: Seen;
  readonly seconds: number;

  constructor(page: Seen, seconds: number) {
    super(`${page.url.pathname} answered 503.`);
    this.page = page;
    this.seconds = seconds;
  }
}

function seen(url: URL, { status, headers, body }: Page): Seen {
  const page = { url, html: (headers["content-encoding"] === "gzip" ? gunzipSync(body) : body).toString() };
  if (status === 503 && headers["retry-after"]) throw new TryLater(page, Number(headers["retry-after"]));
  if (status !== 200) throw new Error(`${url.pathname} answered ${status}.`);
  return page;
}

function fieldsOf(html: string, fieldName: string): readonly (readonly [name: string, value: string])[] {
  const forms = html.match(/<form\b[\s\S]*?<\/form>/g) ?? [];
  const form = forms.find((text) => text.includes(`name="${fieldName}"`));
  if (form === undefined) throw new Error(`No form has a field "${fieldName}".`);
  const inputs = (form.match(/<input\b[^>]*>/g) ?? []).filter((input) => !/type="(checkbox|radio|submit)"/.test(input));
  return inputs.flatMap((input) => {
    const name = attribute(input, "name");
    return name === undefined ? [] : [[name, attribute(input, "value") ?? ""] as const];
  });
}

function attribute(element: string, name: string): string | undefined {
  const value = new RegExp(`\\s${name}="([^"]*)"`).exec(element)?.[1];
  return value
    ?.replaceAll("&quot;", '"')
    .replaceAll("&#x27;", "'")
    .replaceAll("&lt;", "<")
    .replaceAll("&gt;", ">")
    .replaceAll("&amp;", "&");
}

function multipart(fields: ReadonlyMap<string, string>): string {
  const parts = [...fields].map(
    ([name, value]) => `--${BOUNDARY}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
  );
  return `${parts.join("")}--${BOUNDARY}--\r\n`;
}

type Page = { readonly status: number; readonly headers: IncomingHttpHeaders; readonly body: Buffer };

type RequestOptions = {
  readonly agent?: Agent;
  readonly method?: "GET" | "POST" | "PUT" | "DELETE";
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  /** Certificates of a private authority, for https: addresses. */
  readonly ca?: string | Buffer | undefined;
};

/** Sends a request as a browser would. The body is returned as transferred, compressed or not. */
export function load(url: URL, { agent, method = "GET", headers = {}, body, ca }: RequestOptions = {}): Promise<Page> {
  return new Promise((resolve, reject) => {
    const send = url.protocol === "https:" ? requestOverTls : request;
    const outgoing = send(url, {
      method,
      headers: { accept: "text/html,*/*", "accept-encoding": "gzip", ...headers },
      signal: AbortSignal.timeout(LIMIT_MS),
      ...(agent && { agent }),
      ...(ca !== undefined && { ca }),
    });
    outgoing.on("error", reject);
    outgoing.on("response", async (answer) => {
      const chunks: Buffer[] = [];
      for await (const chunk of answer) chunks.push(chunk);
      resolve({ status: answer.statusCode ?? 0, headers: answer.headers, body: Buffer.concat(chunks) });
    });
    outgoing.end(body);
  });
}
