import { getTranslations } from "next-intl/server";
import { posterAddress } from "#app/[locale]/promoter/embed-kit/[eventId]/kit-query.ts";
import { Qr } from "#components/poster/qr.tsx";
import { buttonClass } from "#components/ui/button.tsx";
import { type EventLink, formatEventLink } from "#lib/catalogue/event-link.ts";
import { env } from "#lib/env.ts";

type PosterLinksProps = {
  readonly locale: string;
  readonly eventId: number;
  readonly link: EventLink;
  readonly language: string;
};

const FORMATS = ["png", "svg", "a4", "a5"] as const;

/** The QR code, and the poster with it. */
export async function PosterLinks({ locale, eventId, link, language }: PosterLinksProps) {
  const t = await getTranslations("Kit");
  const query = formatEventLink(link);
  const address = posterAddress(env().FOYER_ORIGIN, language, eventId, link);
  return (
    <section className="flex flex-col gap-3 rounded-xl border border-line bg-surface p-5">
      <h3 className="text-lg">{t("poster.title")}</h3>
      <p className="text-sm text-ink-muted">{t("poster.text")}</p>
      <div className="flex flex-wrap items-center gap-5">
        <Qr text={address} label={t("poster.code")} className="w-40 shrink-0 rounded-md" />
        <ul className="flex flex-wrap gap-2">
          {FORMATS.map((format) => (
            <li key={format}>
              <a
                href={`/${locale}/promoter/embed-kit/${eventId}/poster?format=${format}&lang=${language}${query && `&${query}`}`}
                aria-label={t("poster.save", { format: t(`poster.${format}`) })}
                className={buttonClass("secondary")}
              >
                {t(`poster.${format}`)}
              </a>
            </li>
          ))}
        </ul>
      </div>
    </section>
  );
}
