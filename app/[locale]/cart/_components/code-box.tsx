import { getTranslations } from "next-intl/server";
import { ReleaseForm } from "#components/release-form.tsx";
import { buttonClass } from "#components/ui/button.tsx";
import { INPUT_CLASS } from "#components/ui/field.tsx";
import type { CodeAnswer } from "#lib/domain/code-answer.ts";
import { formatMoney } from "#lib/domain/money.ts";
import { addCodes, removeCode } from "../actions.ts";
import type { CodesNews } from "../cart-news.ts";

type CodeBoxProps = {
  readonly codes: readonly CodeAnswer[];
  readonly locale: string;
  /** Why the codes are as they were. */
  readonly refused: CodesNews | undefined;
};

/** The one code box, and what each code that was typed into it has done. */
export async function CodeBox({ codes, locale, refused }: CodeBoxProps) {
  const t = await getTranslations("Hold.code");
  return (
    <div className="flex flex-col gap-2">
      {codes.length > 0 && (
        <ul className="flex flex-col">
          {codes.map((answer) => (
            <li
              key={answer.code}
              className="flex items-start justify-between gap-x-4 border-b border-line last:border-0"
            >
              <span
                className={`min-w-0 py-2.5 ${answer.saving || UNLOCKS.has(answer.result) ? "font-medium text-ok" : "text-ink-muted"}`}
              >
                {t(answer.result, {
                  code: answer.code,
                  saving: answer.saving ? formatMoney(answer.saving, locale) : "",
                })}
              </span>
              <span className="shrink-0">
                <ReleaseForm
                  action={removeCode}
                  locale={locale}
                  hidden={{ code: answer.code }}
                  label={t("removeOf", { code: answer.code })}
                  words={{ release: t("remove"), releasing: t("removing") }}
                />
              </span>
            </li>
          ))}
        </ul>
      )}
      <details className="text-sm" open={codes.length > 0 || refused !== undefined}>
        <summary className="inline-flex min-h-11 items-center text-accent-text underline underline-offset-4">
          {t(codes.length > 0 ? "another" : "have")}
        </summary>
        <form action={addCodes} className="flex flex-col gap-1.5 pt-1 pb-2">
          <input type="hidden" name="locale" value={locale} />
          <label htmlFor="code" className="font-semibold">
            {t("label")}
          </label>
          <p id="code-hint" className="text-ink-muted">
            {t("hint")}
          </p>
          {refused !== undefined && (
            <p role="alert" className="font-medium text-bad">
              {t(`refusal.${refused}`)}
            </p>
          )}
          <div className="flex gap-3">
            <input
              id="code"
              name="code"
              type="text"
              required
              autoComplete="off"
              autoCapitalize="characters"
              spellCheck={false}
              maxLength={100}
              enterKeyHint="go"
              aria-describedby="code-hint"
              className={`${INPUT_CLASS} min-w-0 border-line-strong`}
            />
            <button type="submit" className={buttonClass("secondary", "shrink-0")}>
              {t("use")}
            </button>
          </div>
        </form>
      </details>
    </div>
  );
}

const UNLOCKS: ReadonlySet<CodeAnswer["result"]> = new Set(["APPLIED", "UNLOCKED", "REVEALED"]);
