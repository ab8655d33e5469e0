import { Ticket } from "lucide";
import type { Route } from "next";
import { getTranslations } from "next-intl/server";
import { YourTickets } from "#app/[locale]/(shop)/_components/your-tickets.tsx";
import { findTicketsFromCart } from "#app/[locale]/(shop)/cart/actions.ts";
import { EmailField } from "#components/forms/email-field.tsx";
import { TicketDrawing } from "#components/poster/ticket-drawing.tsx";
import { Button, buttonClass } from "#components/ui/button.tsx";
import { Icon } from "#components/ui/icon.tsx";
import { PageLink } from "#components/ui/page-link.tsx";
import { areMessagesSent } from "#lib/session/links/message-renderer.ts";

type EmptyCartProps = {
  readonly locale: string;
  /** Redirected from a page that needs a cart. */
  readonly isUnknown: boolean;
};

export async function EmptyCart({ locale, isUnknown }: EmptyCartProps) {
  const t = await getTranslations("Cart");
  return (
    <div className="mx-auto flex max-w-2xl flex-col items-center gap-4 pt-4 lg:pt-10">
      <TicketDrawing />
      <div className="flex flex-col gap-2 text-center text-pretty">
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
      <PageLink
        href={`/${locale}` as Route}
        className={buttonClass("primary", "mt-2 min-h-13 w-full sm:w-auto sm:min-w-64")}
      >
        {t("toList")}
      </PageLink>
      <AlreadyBought locale={locale} />
      <YourTickets locale={locale} />
    </div>
  );
}

/**
 * One email field for a buyer who looks for an earlier order in the cart. A plain form: the script that checks what is typed would
 * make the cart's a fifth larger.
 */
async function AlreadyBought({ locale }: { readonly locale: string }) {
  const t = await getTranslations("FindTickets");
  if (!areMessagesSent()) return null;
  return (
    <section
      aria-labelledby="already-bought"
      className="mt-4 w-full rounded-xl border border-line bg-surface p-5 shadow-raise"
    >
      <h2 id="already-bought" className="text-xl">
        {t("already")}
      </h2>
      <p className="text-ink-muted">{t("alreadyText")}</p>
      <form action={findTicketsFromCart} className="mt-4 flex flex-col gap-3">
        <input type="hidden" name="locale" value={locale} />
        <EmailField label={t("email")} required />
        <Button kind="secondary">
          <Icon of={Ticket} className="size-5" />
          {t("send")}
        </Button>
      </form>
    </section>
  );
}
