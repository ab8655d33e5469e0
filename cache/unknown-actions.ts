import type { Rule } from "./around-requests.ts";

/** The framework marks its answer to a form whose action this build does not have. */
const ACTION_NOT_FOUND = "x-nextjs-action-not-found";
const CONFLICT = 409;
const SEE_OTHER = 303;

/**
 * A form of a page that another build made may name an action that this build does not have. With script the form says so
 * and keeps what was typed. Without one the framework answers a line of plain text: the buyer is sent to a page instead,
 * which says that nothing was charged and leads back to the form, of which the browser names the address.
 */
export const unknownActions: Rule = {
  body(_text, { request: { headers, url = "" }, response }) {
    if (response.statusCode !== CONFLICT || response.getHeader(ACTION_NOT_FOUND) !== "1") return undefined;
    if (headers["next-action"] !== undefined || !/\btext\/html\b/.test(headers.accept ?? "")) return undefined;
    const [, language = "en"] = /^\/([a-z]{2})(?=[/?]|$)/.exec(url) ?? [];
    response.statusCode = SEE_OTHER;
    response.setHeader("Location", `/${language}/out-of-date`);
    for (const name of [ACTION_NOT_FOUND, "Content-Type", "Content-Length"]) response.removeHeader(name);
    return "none";
  },
};
