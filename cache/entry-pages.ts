import type { Rule } from "./around-requests.ts";
import { withStyles } from "./inline-styles.ts";
import { withLateScripts } from "./late-scripts.ts";

/** Pages that are not stored, since they depend on their query, and are entered from elsewhere. */
const ENTRY = /^\/[a-z]{2}\/search(?:\?|$)/;

const POLICY = "Content-Security-Policy";

/**
 * Gives the first page of a visit its stylesheets and late scripts like a stored page. A visitor who comes from another page of
 * the shop has the files already.
 */
export const entryPages: Rule = {
  parts({ request: { method, url = "", headers }, response }) {
    if (method !== "GET" || !ENTRY.test(url) || headers.rsc !== undefined) return undefined;
    if (headers["sec-fetch-site"] === "same-origin") return undefined;
    const decoder = new TextDecoder();
    let isFirst = true;
    return (part) => {
      const text = decoder.decode(part, { stream: true });
      const policy = String(response.getHeader(POLICY) ?? "");
      const [, nonce] = /'nonce-([^']+)'/.exec(policy) ?? [];
      if (nonce === undefined || !String(response.getHeader("Content-Type")).startsWith("text/html"))
        return Buffer.from(text);
      const late = withLateScripts(text, nonce);
      if (!isFirst || response.headersSent) return Buffer.from(late);
      isFirst = false;
      const { html, hashes } = withStyles(late);
      // It would preload the fonts and stylesheets that are late.
      response.removeHeader("Link");
      response.setHeader(POLICY, policy.replace("style-src 'self'", ["style-src 'self'", ...hashes].join(" ")));
      return Buffer.from(html);
    };
  },
};
