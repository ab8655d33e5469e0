import type { Route } from "next";
import Link from "next/link";
import { getTranslations } from "next-intl/server";
import { YourTickets } from "#app/[locale]/_components/your-tickets.tsx";
import { TicketDrawing } from "#components/poster/ticket-drawing.tsx";
import { buttonClass } from "#components/ui/button.tsx";
import { areMessagesSent } from "#lib/session/links/message-renderer.ts";
import { AlreadyBought } from "./already-bought.tsx";

type EmptyCartProps = {
  readonly locale: string;
  /** Redirected from a page that needs a cart. */
  readonly isUnknown: boolean;
};

export async function EmptyCart({ locale, isUnknown }: EmptyCartProps) {
  const t = await getTranslations("Cart");
  return (
    <div className="flex max-w-2xl flex-col items-start gap-4 pt-4 lg:pt-10">
      <TicketDrawing />
      <div className="flex flex-col gap-2">
        <h1 className="text-3xl">{t("nothingTitle")}</h1>
        {isUnknown ? (
          <>
            <p className="text-lg">{t("unknownText")}</p>
            <p className="text-lg font-semibold">{t(areMessagesSent() ? "unknownPaidMail" : "unknownPaid")}</p>
          </>
        ) : (
          <p className="text-lg text-ink-muted">{t("nothingText")}</p>
        )}
      </div>
      <Link
        href={`/${locale}` as Route}
        className={buttonClass("primary", "mt-2 min-h-13 w-full sm:w-auto sm:min-w-64")}
      >
        {t("toList")}
      </Link>
      <AlreadyBought locale={locale} />
      <YourTickets locale={locale} />
    </div>
  );
}
