import type { IncomingMessage } from "node:http";
import { enterFormCall, type FormCall } from "#lib/form-call.ts";
import type { Rule } from "./around-requests.ts";

/** How the types begin that the framework reads as a form. */
const FORM = /^(?:multipart\/form-data|application\/x-www-form-urlencoded)/i;

const SEE_OTHER = 303;
const TEMPORARY_REDIRECT = 307;
const BAD_REQUEST = 400;
const FORBIDDEN = 403;
const FAILED = 500;

const calls = new WeakMap<IncomingMessage, FormCall>();

/**
 * The framework answers 500 to a form that it cannot read, and to one that its action refuses. Neither is a fault of ours, and
 * whoever sends such forms would raise the rate of errors. And it answers 307 where a page redirects that is drawn after its
 * action: a browser without a script would send the form again, to a page that does not have the action.
 */
export const formAnswers: Rule = {
  begin({ request }) {
    const { "next-action": called, "content-type": type = "" } = request.headers;
    if (request.method === "POST" && (called !== undefined || FORM.test(type))) calls.set(request, enterFormCall());
  },
  status(status, { request }) {
    const state = calls.get(request)?.state;
    if (status === TEMPORARY_REDIRECT && state === "begun") return SEE_OTHER;
    if (status !== FAILED) return status;
    if (state === "refused") return FORBIDDEN;
    return state === "unread" ? BAD_REQUEST : status;
  },
};
