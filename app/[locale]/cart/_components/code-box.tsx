import { getMessages, getTranslations } from "next-intl/server";
import type { CodesChangeRefusal } from "#lib/cart/change-codes.ts";
import type { Summary } from "#lib/cart/summary.ts";
import { formatMoney } from "#lib/ticketing/model/money.ts";
import type { CodeAnswer } from "#lib/ticketing/model/pricing.ts";
import { addCodes } from "../actions.ts";
import { CodeForm } from "./code-form.tsx";
import { RemoveCode } from "./remove-code.tsx";

type CodeBoxProps = {
  readonly summary: Pick<Summary, "otherCodes" | "refusedCodes">;
  readonly locale: string;
  /** Why the last change of the codes was refused. */
  readonly refused: CodesChangeRefusal | undefined;
};

/** The code field. A code without effect stays in it, with the reason below, until the next one replaces it. */
export async function CodeBox({ summary: { otherCodes, refusedCodes }, locale, refused }: CodeBoxProps) {
  const [t, { Cart }] = await Promise.all([getTranslations("Cart.code"), getMessages()]);
  return (
    <div className="flex flex-col gap-3">
      {otherCodes.length > 0 && (
        <ul className="flex flex-col gap-2">
          {otherCodes.map((answer) => (
            <li key={answer.code}>
              <RemoveCode code={answer.code} locale={locale} />
              <p className="text-sm text-ok">{wordsOf(answer)}</p>
            </li>
          ))}
        </ul>
      )}
      <CodeForm
        key={refusedCodes.map(({ code }) => code).join(" ")}
        action={addCodes}
        locale={locale}
        typed={refusedCodes.map(({ code }) => code).join(" ")}
        refused={refused === undefined ? refusedCodes.map(wordsOf) : [t(`refusal.${refused}`)]}
        words={{ label: t("label"), hint: t("hint"), use: t("use"), lost: Cart.lost }}
      />
    </div>
  );

  function wordsOf({ code, result, saving }: CodeAnswer): string {
    return t(result, { code, saving: saving ? formatMoney(saving, locale) : "" });
  }
}
