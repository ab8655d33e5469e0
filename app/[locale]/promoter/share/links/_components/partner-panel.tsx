import { getMessages, getTranslations } from "next-intl/server";
import { PartnerForm } from "#app/[locale]/promoter/share/links/_components/partner-form.tsx";
import { endPartner } from "#app/[locale]/promoter/share/links/actions.ts";
import { Hidden } from "#components/forms/hidden.tsx";
import { Button } from "#components/ui/button.tsx";
import { FocusPanel } from "#components/ui/focus-panel.tsx";
import { dayText } from "#lib/i18n/date-text.ts";
import type { Link } from "#lib/ticketing/manage/links.ts";

type PartnerPanelProps = {
  readonly link: Link;
  readonly locale: string;
  /** When the partner's page was ended, in the address. */
  readonly ended: string;
};

/** Gives a partner a page of what the link sold, by an address that is shown once, and ends it. */
export async function PartnerPanel({ link: { id, partner }, locale, ended }: PartnerPanelProps) {
  const [t, { Links, Common, Errors }] = await Promise.all([getTranslations("Links"), getMessages()]);
  return (
    <section
      aria-labelledby="partner-title"
      className="flex flex-col gap-4 rounded-2xl border border-line bg-surface p-5 shadow-raise sm:p-6"
    >
      <h2 id="partner-title" className="text-lg">
        {t("partner")}
      </h2>
      {ended !== "" && partner === undefined && (
        <FocusPanel tone="ok" role="status" announcement={Number(ended) || 0} className="py-3 font-semibold">
          {t("partnerEnded")}
        </FocusPanel>
      )}
      <p className="text-sm text-ink-muted">{t("partnerText")}</p>
      {partner !== undefined && (
        <form action={endPartner} className="flex flex-wrap items-center justify-between gap-3">
          <p className="text-sm">
            {t(partner.revenue ? "partnerWithRevenue" : "partnerSince", {
              day: dayText(partner.created, locale, "UTC", new Date()),
            })}
          </p>
          <Hidden fields={{ locale, link: id }} />
          <Button kind="secondary" className="py-2 text-sm">
            {t("endPartner")}
          </Button>
        </form>
      )}
      {/* Not the same form once a page has ended: it would still show its address. */}
      <PartnerForm
        key={ended}
        id={id}
        locale={locale}
        hasPartner={partner !== undefined}
        hasRevenue={partner?.revenue ?? false}
        words={{ ...Links, title: Links.partner, problem: Common.problem, lost: Errors.lost }}
      />
    </section>
  );
}
