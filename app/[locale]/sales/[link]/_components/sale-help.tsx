import { getLocale, getTranslations } from "next-intl/server";
import { CopyButton } from "#components/copy-button.tsx";
import { brand, env } from "#lib/env.ts";

/** Whom to ask, and the event's own address for others: never the address of these tickets. */
export async function SaleHelp({ eventId }: { readonly eventId: number }) {
  const [t, locale] = await Promise.all([getTranslations("Sale"), getLocale()]);
  const address = `${env().FOYER_ORIGIN}/${locale}/events/${eventId}`;
  const { SUPPORT_EMAIL } = brand();
  return (
    <>
      {SUPPORT_EMAIL !== "" && (
        <section className="rounded-xl border border-line bg-surface p-5">
          <h2 className="text-lg">{t("help")}</h2>
          <p className="mt-1">
            <a href={`mailto:${SUPPORT_EMAIL}`}>{t("helpLink", { email: SUPPORT_EMAIL })}</a>
          </p>
        </section>
      )}
      <section className="rounded-xl border border-line bg-surface p-5">
        <h2 className="text-lg">{t("share")}</h2>
        <p className="mt-1 text-sm text-ink-muted">{t("shareText")}</p>
        <p className="mt-3 break-all">
          <a href={address}>{address}</a>
        </p>
        <CopyButton text={address} words={{ copy: t("copy"), copied: t("copied") }} className="mt-3" />
      </section>
    </>
  );
}
