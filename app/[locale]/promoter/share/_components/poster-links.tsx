import { getTranslations } from "next-intl/server";
import { posterAddress } from "#app/[locale]/promoter/share/share-query.ts";
import { Qr } from "#components/poster/qr.tsx";
import { buttonClass } from "#components/ui/button.tsx";
import { type EventLink, formatEventLink } from "#lib/catalogue/event-link.ts";
import { env } from "#lib/env.ts";
import { formatTarget, type Target } from "#lib/ticketing/model/target.ts";

type PosterLinksProps = {
  readonly locale: string;
  readonly target: Target;
  readonly link: EventLink;
  readonly language: string;
};

const FORMATS = ["png", "svg", "a4", "a5"] as const;

/** The poster, and its QR code alone. */
export async function PosterLinks({ locale, target, link, language }: PosterLinksProps) {
  const t = await getTranslations("Kit");
  const query = formatEventLink(link);
  const address = posterAddress(env().FOYER_ORIGIN, language, target, link);
  const posterHref = (format: (typeof FORMATS)[number]) =>
    `/${locale}/promoter/share/poster?for=${formatTarget(target)}&format=${format}&lang=${language}${query && `&${query}`}`;
  return (
    <section className="flex flex-col gap-3 rounded-xl border border-line bg-surface p-5">
      <h3 className="text-lg">{t("poster.title")}</h3>
      <p className="text-sm text-ink-muted">{t("poster.text")}</p>
      <div className="flex flex-wrap items-center gap-5">
        <picture>
          <source srcSet={posterHref("svg")} type="image/svg+xml" />
          <img
            src={posterHref("png")}
            alt=""
            loading="lazy"
            width={140}
            height={198}
            className="rounded-sm bg-sunken shadow-raise"
          />
        </picture>
        <Qr text={address} label={t("poster.code")} className="w-36 shrink-0 rounded-md" />
        <ul className="flex flex-wrap gap-2">
          {FORMATS.map((format) => (
            <li key={format}>
              <a
                href={posterHref(format)}
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
