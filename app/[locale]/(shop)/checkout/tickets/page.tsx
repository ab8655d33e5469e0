import { getMessages, getTranslations } from "next-intl/server";
import { CheckingAgain } from "#app/[locale]/(shop)/checkout/_components/checking-words.tsx";
import { OpeningTickets } from "#app/[locale]/(shop)/checkout/_components/opening-tickets.tsx";
import { pageWithFallbacks } from "#app/[locale]/page-with-fallbacks.tsx";
import { PageTitle } from "#app/page-title.tsx";
import { EmailForm } from "#components/forms/email-form.tsx";
import { Reload } from "#components/reload.tsx";
import { mailLink } from "#components/site/mail-link.tsx";
import { currentSeller } from "#lib/catalogue/seller.ts";
import { redirect } from "#lib/i18n/navigation.ts";
import type { Locale } from "#lib/i18n/routing.ts";
import { checkoutState } from "#lib/purchase/checkout-state.ts";
import { showTickets } from "./actions.ts";

/**
 * When two tabs pay at the same time, the answer with the cookie that owns the order may arrive after this page was requested. A
 * reload with that cookie leads to the tickets.
 */
const RELOAD_MS = 1_500;

export default pageWithFallbacks(TicketsQuestionPage, { unavailable: CheckingAgain });

/** A paid order in a browser that is not known to have paid: says that it is paid, and asks for the Buyer's email. */
async function TicketsQuestionPage(_props: PageProps<"/[locale]/checkout/tickets">, locale: Locale) {
  const checkout = await checkoutState(new Date());
  if (checkout.state === "paid") return <OpeningTickets saleKeys={checkout.saleKeys} locale={locale} />;
  if (checkout.state !== "email_needed") return redirect({ href: "/cart", locale });

  const [t, { TicketsQuestion, Errors }, { email: contact }] = await Promise.all([
    getTranslations("TicketsQuestion"),
    getMessages(),
    currentSeller(),
  ]);
  // Any text is compared with the Buyer's email, so that only the action knows whether it is wrong.
  const { wrong: _, ...words } = TicketsQuestion;
  const title = t(checkout.attempt?.state === "mixed" ? "titleMixed" : "title");
  return (
    <div className="gutter mx-auto w-full max-w-2xl py-10 lg:py-16">
      <Reload afterMs={RELOAD_MS} />
      <EmailForm action={showTickets} hidden={{ locale }} words={{ ...words, title, lost: Errors.lost }}>
        {contact !== undefined && (
          <p className="text-sm text-ink-muted">{t.rich("contact", { email: contact, link: mailLink(contact) })}</p>
        )}
      </EmailForm>
      <PageTitle>{title}</PageTitle>
    </div>
  );
}
