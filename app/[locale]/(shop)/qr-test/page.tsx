import { getTranslations, setRequestLocale } from "next-intl/server";
import { NotFoundPage } from "#app/not-found-page.tsx";
import { NOT_INDEXED } from "#app/page-metadata.ts";
import { PageTitle } from "#app/page-title.tsx";
import { Qr } from "#components/poster/qr.tsx";
import { env } from "#lib/env.ts";
import { localeFrom } from "#lib/i18n/routing.ts";
import { setPageStatus } from "#lib/telemetry/current-request.ts";
import { qrText } from "#lib/ticketing/model/admission.ts";

export const dynamic = "force-dynamic";

export const metadata = NOT_INDEXED;

/** An invented admission. */
const SAMPLE = { id: 1234567, uuid: "3b241101-e2bb-4255-8caf-4136c566a962" };

/** Both types of QR code, for testing a scanner on a test system. */
export default async function QrTestPage({ params }: PageProps<"/[locale]/qr-test">) {
  const locale = localeFrom((await params).locale);
  setRequestLocale(locale);
  if (env().FOYER_ENVIRONMENT === "production") {
    setPageStatus(404);
    return <NotFoundPage locale={locale} />;
  }
  const t = await getTranslations("QrTest");
  const codes = [
    { qrType: "A", type: t("typeA"), text: t("typeAText") },
    { qrType: "B", type: t("typeB"), text: t("typeBText") },
  ] as const;

  return (
    <div className="gutter mx-auto max-w-3xl py-8">
      <h1 className="text-3xl">{t("title")}</h1>
      <p className="mt-3 text-ink-muted">{t("text")}</p>
      <div className="mt-8 grid sm:grid-cols-[repeat(auto-fit,minmax(min(100%,17.5rem),1fr))] gap-6">
        {codes.map(({ qrType, type, text }) => {
          const code = qrText({ ...SAMPLE, qrType });
          return (
            <figure key={qrType} className="rounded-2xl bg-white p-6 text-center text-black shadow-raise">
              <Qr text={code} label={t("code", { type })} className="mx-auto w-full min-w-60 max-w-80" />
              <figcaption>
                <span className="block text-xl font-bold">{type}</span>
                <span className="block text-sm">{text}</span>
                <span className="figures mt-1 block text-xs font-semibold tracking-tight break-all">{code}</span>
              </figcaption>
            </figure>
          );
        })}
      </div>
      <PageTitle>{t("title")}</PageTitle>
    </div>
  );
}
