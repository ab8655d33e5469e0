import { getTranslations } from "next-intl/server";
import { accessText } from "#app/[locale]/promoter/access-text.ts";
import { timeText } from "#app/[locale]/promoter/settings/users/_components/people-table.tsx";
import { knownCapabilities } from "#lib/promoter/rights.ts";
import type { Token } from "#lib/ticketing/manage/users.ts";

type LiveTokensProps = { readonly tokens: readonly Token[]; readonly locale: string };

/** In how many browsers a person is signed in, and which programs have a token of theirs. */
export async function LiveTokens({ tokens, locale }: LiveTokensProps) {
  const [t, tTokens, tManage] = await Promise.all([
    getTranslations("Users"),
    getTranslations("OwnAccount.tokens"),
    getTranslations("Manage"),
  ]);
  const [sessions, programs] = [tokens.filter((one) => one.isSession), tokens.filter((one) => !one.isSession)];
  return (
    <div className="border-t border-line pt-2.5 text-sm">
      <h3 className="font-semibold">{t("signedIn", { count: sessions.length })}</h3>
      <ul className="figures text-ink-muted">
        {sessions.map(({ id, created }) => (
          <li key={id}>{tTokens("signedIn", { time: timeText(created, locale) })}</li>
        ))}
      </ul>
      {programs.length > 0 && (
        <>
          <h3 className="mt-4 font-semibold">{tTokens("title")}</h3>
          <ul className="mt-1 ruled">
            {programs.map(({ id, name, scopes, expiresAt }) => (
              <li key={id} className="py-2 wrap-anywhere">
                <bdi className="font-semibold">{name}</bdi>
                <span className="block first-letter:uppercase">
                  {scopes === undefined ? tTokens("allScopes") : accessText(knownCapabilities(scopes), locale, tManage)}
                </span>
                <span className="figures block text-ink-muted">
                  {tTokens("until", { time: timeText(expiresAt, locale) })}
                </span>
              </li>
            ))}
          </ul>
        </>
      )}
    </div>
  );
}
