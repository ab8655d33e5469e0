import { formState } from "#lib/current-request.ts";
import type { Rule } from "./around-requests.ts";

const SEE_OTHER = 303;
const TEMPORARY_REDIRECT = 307;
const BAD_REQUEST = 400;
const FORBIDDEN = 403;
const FAILED = 500;

/**
 * The framework answers 500 to a form that it cannot read, and to one that its action refuses. Neither is a fault of ours, and
 * whoever sends such forms would raise the rate of errors. And it answers 307 when the page rendered after an action redirects: a
 * browser without a script would send the form again, to a page that does not have the action.
 */
export const formAnswers: Rule = {
  status(status) {
    const state = formState();
    if (status === TEMPORARY_REDIRECT && state === "begun") return SEE_OTHER;
    if (status !== FAILED) return status;
    if (state === "refused") return FORBIDDEN;
    return state === "unread" ? BAD_REQUEST : status;
  },
};
