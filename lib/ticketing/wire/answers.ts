import "server-only";

import { REQUIRED_BUYER_FIELDS } from "#lib/ticketing/model/buyer-fields.ts";
import type { AnswerProblem } from "#lib/ticketing/model/field.ts";
import { wireNameOf } from "#lib/ticketing/wire/purchase/buyer-field-names.ts";

const PROBLEMS: Readonly<Record<string, AnswerProblem["problem"]>> = {
  REQUIRED: "missing",
  RANGE: "unfit",
  TYPE: "not_so",
};

type ErrorRow = { readonly path: string; readonly code: string };

/** Our own form validates these; a stricter service refuses the details as a whole. */
const STANDARD = new Set(["", "OPT_IN", "LANGUAGE", ...REQUIRED_BUYER_FIELDS.map(wireNameOf)]);

/** Returns the problems by answer: `Team`, or `guests[1].data.Diet`. */
export function answerProblems(errors: readonly ErrorRow[], ofGuest = false): readonly AnswerProblem[] {
  return errors.flatMap(({ path, code }) => {
    const problem = PROBLEMS[code];
    if (problem === undefined || (!ofGuest && STANDARD.has(path))) return [];
    const guest = /^guests\[(\d{1,4})\]\.data\.(.+)$/.exec(path);
    return guest ? [{ name: guest[2] ?? "", guest: Number(guest[1]), problem }] : [{ name: path, problem }];
  });
}
