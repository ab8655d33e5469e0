import { getMessages, getTranslations } from "next-intl/server";
import { codesLimitedText, codeWords } from "#app/code-words.ts";
import { classNames } from "#components/ui/class-names.ts";
import type { CodesChangeRefusal } from "#lib/cart/change-codes.ts";
import type { Summary } from "#lib/cart/summary.ts";
import { addCodes } from "../actions.ts";
import { CodeForm } from "./code-form.tsx";
import { RemoveCode } from "./remove-code.tsx";

type CodeBoxProps = {
  readonly summary: Pick<Summary, "otherCodes" | "refusedCodes">;
  readonly locale: string;
  /** Why a code could not be removed, or added without a script. */
  readonly refused: CodesChangeRefusal | undefined;
  /** Codes that were typed without a script, and got no answer. */
  readonly typed: readonly string[];
};

/** The code field. A code without effect stays in it, with the reason below, until the next one replaces it. */
export async function CodeBox({ summary: { otherCodes, refusedCodes }, locale, refused, typed }: CodeBoxProps) {
  const [t, { Cart }, effects, reasons] = await Promise.all([
    getTranslations("Cart.code"),
    getMessages(),
    codeWords(otherCodes, locale),
    codeWords(refusedCodes, locale),
  ]);
  // An expired cart has no code field: then nothing takes up its room.
  const isFieldAlone = otherCodes.length === 0 && refused === undefined;
  const known = new Set([...otherCodes, ...refusedCodes].map(({ code }) => code.toUpperCase()));
  const unanswered = typed.filter((code) => !known.has(code.toUpperCase()));
  return (
    <div className={classNames("flex flex-col gap-3", isFieldAlone && "reserved-only")}>
      {otherCodes.length > 0 && (
        <ul className="flex flex-col gap-2">
          {otherCodes.map(({ code }, at) => (
            <li key={code}>
              <RemoveCode code={code} locale={locale} />
              <p className="text-sm text-ok">{effects[at]}</p>
            </li>
          ))}
        </ul>
      )}
      {refused !== undefined && (
        <p role="alert" className="text-sm font-medium text-bad">
          {typeof refused === "object" ? await codesLimitedText(refused, locale) : t(`refusal.${refused}`)}
        </p>
      )}
      <CodeForm
        action={addCodes}
        locale={locale}
        typed={[...refusedCodes.map(({ code }) => code), ...unanswered].join(" ")}
        reasons={reasons}
        words={{
          add: t("add"),
          label: t("label"),
          hint: t("hint"),
          use: t("use"),
          lost: Cart.lost,
          title: Cart.title,
        }}
      />
    </div>
  );
}
