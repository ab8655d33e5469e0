import "#lib/forms/zod-without-eval.ts";
import { object, refine } from "zod/mini";
import { lineText } from "#lib/forms/text-schema.ts";
import { isPersonName } from "#lib/ticketing/model/buyer.ts";

const HOLDER_MAX = 200;

/** Returns the schema of the name on a ticket, the same in the browser and the action. */
export function holderSchema({ missing }: { readonly missing: string }) {
  return object({ holder: lineText(missing, HOLDER_MAX).check(refine(isPersonName, missing)) });
}
