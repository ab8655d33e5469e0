import { CircleStop } from "lucide";
import { getTranslations } from "next-intl/server";
import { LinkEndedWords } from "#app/[locale]/(shop)/_components/link-ended-words.tsx";
import { pageWithFallbacks } from "#app/[locale]/page-with-fallbacks.tsx";
import { SECRET_ADDRESS } from "#app/page-metadata.ts";
import { PageTitle } from "#app/page-title.tsx";
import { Icon } from "#components/ui/icon.tsx";
import { Panel } from "#components/ui/panel.tsx";
import { dayText } from "#lib/i18n/date-text.ts";
import type { Locale } from "#lib/i18n/routing.ts";
import { withinLimit } from "#lib/security/limits.ts";
import { visitorNetwork } from "#lib/security/visitor-network.ts";
import { setPageStatus } from "#lib/telemetry/current-request.ts";
import { getPartnerResults } from "#lib/ticketing/partner.ts";
import { PartnerFigures } from "./_components/partner-figures.tsx";

export const metadata = SECRET_ADDRESS;

export default pageWithFallbacks(PartnerPage, { Missing: LinkEndedWords });

/** What one link opened and sold, for everyone with the address that the promoter gave to a partner. It knows no buyer. */
async function PartnerPage({ params }: PageProps<"/[locale]/partner/[link]">, locale: Locale) {
  if (!(await withinLimit("partnerPerNetwork", await visitorNetwork()))) return TooMany();
  const { link: key } = await params;
  const [found, t] = await Promise.all([getPartnerResults(key), getTranslations("PartnerPage")]);
  if (found === undefined) return undefined;
  const { account, link, total, days } = found;
  const now = new Date();
  return (
    <div className="gutter mx-auto flex w-full max-w-2xl flex-col gap-6 pt-6 pb-16 lg:pt-10">
      <header>
        <h1 className="text-3xl wrap-anywhere">
          <bdi>{link.name}</bdi>
        </h1>
        <p className="mt-1 text-lg text-pretty text-ink-muted">
          {t.rich("text", { account: account.name, name: (chunks) => <bdi>{chunks}</bdi> })}
        </p>
      </header>
      {link.ended !== undefined && (
        <Panel tone="warn" className="flex items-center gap-3 font-semibold">
          <Icon of={CircleStop} size={20} className="shrink-0" />
          {t("ended", { day: dayText(link.ended, locale, "UTC", now) })}
        </Panel>
      )}
      <Panel className="shadow-raise">
        <h2 className="mb-3 text-xl">{t("total")}</h2>
        <PartnerFigures figures={total} locale={locale} isLarge />
      </Panel>
      <Panel className="shadow-raise">
        <h2 className="text-xl">{t(days.length === 0 ? "none" : "days")}</h2>
        <p className="text-sm text-ink-muted">{t(days.length === 0 ? "noneText" : "daysText")}</p>
        {days.length > 0 && (
          <ol className="ruled mt-2 grid">
            {days.map(({ day, ...figures }) => (
              <li key={day} className="grid gap-2 py-3.5">
                <h3 className="figures text-base">{dayText(`${day}T12:00:00Z`, locale, "UTC", now)}</h3>
                <PartnerFigures figures={figures} locale={locale} />
              </li>
            ))}
          </ol>
        )}
      </Panel>
      <p className="text-sm text-pretty text-ink-muted">
        {t("about")} {t("secret")}
      </p>
      <PageTitle>{link.name}</PageTitle>
    </div>
  );
}

async function TooMany() {
  setPageStatus(429);
  const t = await getTranslations("PartnerPage");
  return (
    <div className="gutter mx-auto w-full max-w-2xl py-10">
      <h1 className="text-3xl">{t("tooMany")}</h1>
      <p className="mt-2 text-lg text-ink-muted">{t("tooManyText")}</p>
      <PageTitle>{t("tooMany")}</PageTitle>
    </div>
  );
}
