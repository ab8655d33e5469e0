import "server-only";

import { getMessages, getTranslations, setRequestLocale } from "next-intl/server";
import { CheckoutClock } from "#app/[locale]/(shop)/_components/checkout-timer.tsx";
import { PriceChange } from "#app/[locale]/(shop)/_components/price-change.tsx";
import { openOrPaidCheckout } from "#app/[locale]/(shop)/require-open-checkout.ts";
import { PageTitle } from "#app/page-title.tsx";
import type { QuestionsProps } from "#components/forms/questions.tsx";
import { ErrorPage } from "#components/site/error-page.tsx";
import { viewCart } from "#lib/cart/cart-view.ts";
import { previousTotal } from "#lib/cart/summary.ts";
import { OF_BUYER, ofGuest } from "#lib/checkout/details/answers.ts";
import { inputsBefore } from "#lib/checkout/details/buyer-answers.ts";
import {
  type CheckoutQuestions,
  checkoutQuestionsOf,
  hasQuestions,
  TERMS_SHOWN,
  termName,
  termsShown,
} from "#lib/checkout/details/checkout-questions.ts";
import { env } from "#lib/env.ts";
import { type Locale, localeFrom } from "#lib/i18n/routing.ts";
import { fill } from "#lib/i18n/words.ts";
import type { OpenCheckout } from "#lib/purchase/checkout-state-of.ts";
import { areMessagesSent } from "#lib/session/links/message-renderer.ts";
import { FORM_TOKEN, lockToken } from "#lib/session/purchase/form-token.ts";
import { currentPurchase } from "#lib/session/purchase/purchase-cookie.ts";
import { ifAnswered } from "#lib/ticketing/client/fault.ts";
import { shownBuyerFields } from "#lib/ticketing/model/buyer.ts";
import type { Cart } from "#lib/ticketing/model/cart.ts";
import { isPersonal } from "#lib/ticketing/model/field.ts";
import { isZero } from "#lib/ticketing/model/money.ts";
import { BuyerForm } from "./_components/buyer-form.tsx";
import { StepFoot, StepTitle } from "./_components/checkout-step.tsx";
import { OpeningTickets } from "./_components/opening-tickets.tsx";
import { giveDetails } from "./actions.ts";
import { CheckoutReview, FreeOrderSeller } from "./checkout-review.tsx";

export default async function DetailsPage({ params }: PageProps<"/[locale]/checkout">) {
  const locale = localeFrom((await params).locale);
  setRequestLocale(locale);
  const now = new Date();
  const found = await ifAnswered(() => openOrPaidCheckout(locale));
  if (found?.state === "paid") return <OpeningTickets saleKeys={found.saleKeys} locale={locale} />;
  const details = found && (await ifAnswered(() => readDetails(found, locale, now)));
  const { checkout, openCart, view, questions, shownQuestions } = details ?? {};
  const purchase = checkout?.purchase ?? (await currentPurchase());
  const isFree = openCart !== undefined && isZero(openCart.total);

  const [t, { Details, Cart, Errors }] = await Promise.all([getTranslations("Details"), getMessages()]);

  return (
    <div className="gutter mx-auto w-full max-w-6xl pt-4 pb-16 lg:pt-6">
      {checkout && <CheckoutClock checkout={checkout} view={view} locale={locale} now={now} on="details" />}
      <BuyerForm
        action={giveDetails}
        unavailable={
          details === undefined && <ErrorPage words={{ title: Errors.errorTitle, text: Errors.cart.text }} isInPage />
        }
        hidden={{
          locale,
          ...(checkout && { [FORM_TOKEN]: lockToken(checkout.purchase, checkout.cart?.sales ?? []) }),
          ...(questions && { [TERMS_SHOWN]: termsShown(questions) }),
        }}
        given={purchase?.buyer}
        fields={shownBuyerFields(env().FOYER_BUYER_FIELDS)}
        heading={
          <>
            <StepTitle title={t("title")} step={isFree ? undefined : 1} />
            {openCart && (
              <PriceChange before={previousTotal(purchase?.total, openCart)} now={openCart.total} locale={locale} />
            )}
          </>
        }
        review={view && <CheckoutReview view={view} locale={locale} />}
        questions={shownQuestions}
        isPhoneRequired={questions?.isPhoneRequired ?? false}
        seller={isFree && <FreeOrderSeller />}
        foot={<StepFoot locale={locale} />}
        words={{
          ...Details,
          ...(areMessagesSent() && { emailHint: t("emailHintMail") }),
          submit: t(isFree ? "getTickets" : "toPayment"),
          submitting: t(isFree ? "getting" : "going"),
          lost: { ...Cart.lost, out_of_date: t("outOfDate") },
        }}
      />
      {/* The error page has a title of its own. */}
      {details && <PageTitle>{t("title")}</PageTitle>}
    </div>
  );
}

async function readDetails(checkout: OpenCheckout, locale: Locale, now: Date) {
  const { cart } = checkout;
  const questions = cart && (await checkoutQuestionsOf(cart));
  // An empty Cart has a total of zero, which is no price and does not make it free.
  const openCart = cart && cart.sales.length > 0 ? cart : undefined;
  const view = openCart && (await viewCart(openCart, locale, now));
  const shownQuestions = questions && cart && (await detailsQuestions(cart, questions, locale));
  return { checkout, openCart, view, questions, shownQuestions };
}

/** Returns the promoters' questions as the details page shows them; `undefined` where there are none. */
async function detailsQuestions(
  cart: Cart,
  questions: CheckoutQuestions,
  locale: Locale,
): Promise<QuestionsProps | undefined> {
  if (!hasQuestions(questions)) return undefined;
  const { Questions: words, Details } = await getMessages({ locale });
  const t = await getTranslations({ locale, namespace: "Questions" });
  const isOfSeveral = questions.groups.some(({ eventName }) => eventName !== undefined);
  return {
    ofBuyer: questions.groups.map(({ eventName, fields }) => ({
      prefix: OF_BUYER,
      fields,
      title: eventName ?? (isOfSeveral ? words.all : words.title),
    })),
    ofGuests: questions.guests.map(({ ticketTypeId, nth, ticketTypeName, fields }, index) => ({
      prefix: ofGuest(ticketTypeId, nth),
      fields,
      title: fill(words.ticket, { number: index + 1, name: ticketTypeName }),
      asksPerson: fields.some(isPersonal),
      mayAnswerLater: true,
    })),
    terms: questions.terms.map(({ url, events }) => ({
      name: termName(url),
      label: t.rich("terms", {
        events: events.join(", "),
        link: (text) => (
          <a href={url} target="_blank" rel="noopener noreferrer" className="underline underline-offset-4">
            {text}
          </a>
        ),
      }),
    })),
    given: await inputsBefore(
      cart.sales.map(({ key }) => key),
      questions,
    ),
    locale,
    words: { ...words, optional: Details.optional },
  };
}
