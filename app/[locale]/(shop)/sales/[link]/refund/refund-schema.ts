import "#lib/forms/zod-without-eval.ts";
import { _default, object, overwrite, refine, string } from "zod/mini";
import { emailText } from "#lib/forms/email-schema.ts";
import { visibleText, withLineBreaks } from "#lib/i18n/typed-text.ts";
import { REASON_MAX } from "./refund-state.ts";

type RefundErrorWords = Readonly<Record<"chooseOne" | "reasonMissing" | "missing", string>>;

/** Returns the schema of a return, the same in the browser and the action. The organiser decides about a request by its reason. */
export function refundSchema(way: "refund" | "request", { chooseOne, reasonMissing, missing }: RefundErrorWords) {
  const reason = string(reasonMissing).check(
    overwrite((typed) => visibleText(withLineBreaks(typed)).slice(0, REASON_MAX)),
    refine((text) => text !== "", reasonMissing),
  );
  return object({
    ticket: string(chooseOne),
    reason: way === "request" ? reason : _default(string(), ""),
    email: emailText({ missing }),
  });
}
