/** An answer of the storefront: its status, the path of its redirect, and its page. `lost`: it broke off. */
export type Page = { readonly status: number; readonly path: string; readonly html: string } | "no_answer";

export type Visitor = {
  readonly open: (path: string) => Promise<Page>;
  readonly send: (path: string, fields: Readonly<Record<string, string>>) => Promise<Page>;
};

const ANSWER_MS = 45_000;

/** Returns a browser without scripts: it stores cookies and posts forms. `network` is its address, for the limits of a network. */
export function openVisitor(origin: string, network: string): Visitor {
  const cookies = new Map<string, string>();

  async function ask(path: string, init: RequestInit): Promise<Page> {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join("; ");
    const headers = { "x-forwarded-for": network, ...(cookie && { cookie }), ...init.headers };
    try {
      const limited = { redirect: "manual", signal: AbortSignal.timeout(ANSWER_MS) } as const;
      const response = await fetch(origin + path, { ...init, ...limited, headers });
      for (const line of response.headers.getSetCookie()) {
        const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
        if (value === "" || /max-age=0/i.test(line)) cookies.delete(name);
        else cookies.set(name, value);
      }
      const location = response.headers.get("location") ?? "";
      const html = await response.text();
      return { status: response.status, path: location && new URL(location, origin).pathname, html };
    } catch {
      return "no_answer";
    }
  }

  return {
    open: (path) => ask(path, {}),
    send(path, fields) {
      const body = new FormData();
      for (const [name, value] of Object.entries(fields)) body.append(name, value);
      return ask(path, { method: "POST", body, headers: { origin, "sec-fetch-site": "same-origin" } });
    },
  };
}
