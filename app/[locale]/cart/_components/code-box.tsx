import { getMessages, getTranslations } from "next-intl/server";
import { ReleaseForm } from "#components/release-form.tsx";
import type { CodeAnswer } from "#lib/domain/code-answer.ts";
import { formatMoney } from "#lib/domain/money.ts";
import { addCodes, removeCode } from "../actions.ts";
import type { CodesNews } from "../cart-news.ts";
import { CodeForm } from "./code-form.tsx";

type CodeBoxProps = {
  readonly codes: readonly CodeAnswer[];
  readonly locale: string;
  /** Why the codes are as they were. */
  readonly refused: CodesNews | undefined;
};

/** The one code box, and what each code that was typed into it has done. */
export async function CodeBox({ codes, locale, refused }: CodeBoxProps) {
  const [t, { Hold }] = await Promise.all([getTranslations("Hold.code"), getMessages()]);
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
                  words={{ release: t("remove"), releasing: t("removing"), lost: Hold.lost }}
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
        <CodeForm
          action={addCodes}
          locale={locale}
          refused={refused && t(`refusal.${refused}`)}
          words={{ label: t("label"), hint: t("hint"), use: t("use"), lost: Hold.lost }}
        />
      </details>
    </div>
  );
}

const UNLOCKS: ReadonlySet<CodeAnswer["result"]> = new Set(["APPLIED", "UNLOCKED", "REVEALED"]);
