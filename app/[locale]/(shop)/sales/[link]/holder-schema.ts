import "#lib/forms/zod-without-eval.ts";
import { object, overwrite, refine, string } from "zod/mini";
import { visibleText } from "#lib/i18n/typed-text.ts";
import { isPersonName } from "#lib/ticketing/model/buyer.ts";

const HOLDER_MAX = 200;

/** Returns the schema of the name on a ticket, the same in the browser and the action. */
export function holderSchema({ missing }: { readonly missing: string }) {
  return object({
    holder: string(missing).check(
      overwrite(visibleText),
      refine((name) => name !== "" && name.length <= HOLDER_MAX && isPersonName(name), missing),
    ),
  });
}
