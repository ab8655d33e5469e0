import { Ban, CalendarPlus, Check, Download, type IconNode, Mail, QrCode, Send, Undo2, UserRoundPlus } from "lucide";
import type { Route } from "next";
import { getLocale, getTranslations } from "next-intl/server";
import type { ReactNode } from "react";
import { ShowView } from "#app/[locale]/(shop)/sales/[link]/_components/fullscreen/full-screen.tsx";
import { ACTION, ActionLink, OrderActions } from "#app/[locale]/(shop)/sales/[link]/_components/order-actions.tsx";
import { WalletLinks } from "#app/[locale]/(shop)/sales/[link]/_components/wallet-links.tsx";
import { sendTicketsAgain } from "#app/[locale]/(shop)/sales/[link]/actions.ts";
import { Hidden } from "#components/forms/hidden.tsx";
import { classNames } from "#components/ui/class-names.ts";
import { Dotted } from "#components/ui/dotted.tsx";
import { Icon } from "#components/ui/icon.tsx";
import { isMailHeld, shownEmail } from "#lib/mail/order-email.ts";
import { cancelledWords } from "#lib/orders/cancelled-words.ts";
import { openChoices } from "#lib/orders/date-choices.ts";
import { orderReference } from "#lib/orders/order.ts";
import {
  datesOf,
  hasCode,
  isReturned,
  type OrderState,
  orderState,
  type TicketedSale,
  viewOf,
} from "#lib/orders/tickets.ts";
import { areMessagesSent } from "#lib/session/links/message-renderer.ts";
import { formatMoney, isZero, type Money } from "#lib/ticketing/model/money.ts";
import { canSendTickets } from "#lib/ticketing/sent-mail.ts";
import { walletTicketsOfOrder } from "#lib/wallet/wallet-tickets.ts";

type OrderHeadProps = {
  readonly sales: readonly TicketedSale[];
  readonly total: Money;
  readonly link: string;
  /** What the buyer has to do first. */
  readonly children: ReactNode;
};

/** The heading of an order: its state, its reference, and what can be done with all its tickets. */
export async function OrderHead({ sales, total, link, children }: OrderHeadProps) {
  const [t, tCart, locale] = await Promise.all([getTranslations("Sale"), getTranslations("Cart"), getLocale()]);
  const files = `/${locale}/sales/${encodeURIComponent(link)}`;
  const tickets = sales.flatMap((sale) => sale.tickets);
  const first = tickets.find(hasCode);
  const returned = tickets.filter(({ admission }) => isReturned(admission)).length;
  const state = orderState(sales);
  const facts = [
    t("order", { reference: orderReference(sales) }),
    tCart("countOf", { count: tickets.length, events: sales.length }),
    isZero(total) ? t("confirmedFree") : t("paidTotal", { total: formatMoney(total, locale) }),
    ...(returned > 0 && state === "valid" ? [t("countReturned", { count: returned })] : []),
  ];
  const { title, text, icon, tone } = await headingOf(sales, state, locale);
  const event = onlyEvent(sales);
  return (
    <header className="flex flex-col gap-6 print:hidden">
      <div className="flex flex-col gap-3">
        <h1 className="flex items-start gap-4 text-4xl lg:text-[3.5rem]/none">
          <span
            className={classNames(
              "inline-flex size-11 shrink-0 items-center justify-center rounded-full lg:size-14",
              tone,
            )}
          >
            <Icon of={icon} className="size-6 lg:size-7.5" strokeWidth={2.5} />
          </span>
          <span className="min-w-0 wrap-anywhere">
            <span>{title}</span>
            {event !== undefined && !title.includes(event) && <span className="sr-only">{` ${event}`}</span>}
          </span>
        </h1>
        {text !== undefined && <p className="font-semibold">{text}</p>}
        <p className="figures text-ink-muted">
          <Dotted>{facts}</Dotted>
        </p>
        {state === "valid" && <SentTo sales={sales} link={link} />}
      </div>
      {children}
      <OrderActions>
        {state === "valid" && first !== undefined && (
          <div className="flex">
            <ShowView view={viewOf(first)} className={`${ACTION} w-full`}>
              <Icon of={QrCode} className="size-5 shrink-0 text-accent-text" />
              <span>{t("showTickets", { count: tickets.filter(hasCode).length })}</span>
            </ShowView>
          </div>
        )}
        {state === "valid" && (
          <ActionLink href={`${files}/calendar`} icon={CalendarPlus}>
            {t("calendar")}
          </ActionLink>
        )}
        <WalletLinks {...walletTicketsOfOrder(sales)} link={link} />
        {/* Without a code there is nothing to print or to send yet. */}
        {state === "valid" && first !== undefined && (
          <ActionLink href={`${files}/pdf`} icon={Download}>
            {t("pdf")}
          </ActionLink>
        )}
        {state === "valid" && first !== undefined && canSendTickets() && <SendAgain link={link} />}
      </OrderActions>
    </header>
  );
}

type Heading = { readonly title: string; readonly text?: string; readonly icon: IconNode; readonly tone: string };

/** Returns the heading. It has no text if the buyer has choices: the panel below lists them. */
async function headingOf(sales: readonly TicketedSale[], state: OrderState, locale: string): Promise<Heading> {
  const t = await getTranslations("Sale");
  if (state === "valid") {
    return sales.some(({ tickets }) => tickets.some(hasCode))
      ? { title: t("going"), icon: Check, tone: "bg-ok-soft text-ok" }
      : { title: t("almost"), icon: UserRoundPlus, tone: "bg-warn-soft text-warn" };
  }
  if (state === "returned") {
    return { title: t("allReturned"), text: t("allReturnedText"), icon: Undo2, tone: "bg-sunken text-ink-muted" };
  }
  const event = onlyEvent(sales);
  const kept = sales.flatMap(({ tickets }) => tickets.filter(({ admission }) => !isReturned(admission)));
  const said = await Promise.all(kept.map((ticket) => cancelledWords({ ...ticket, cancelled: state }, locale)));
  // Where there is something else for each ticket, the tickets say it.
  const [{ title, text } = { title: "" }, ...others] = [...new Map(said.map((words) => [words.text, words])).values()];
  const isOneDate = datesOf(kept).length === 1;
  // Of several dates, or one that is not known, the panels below say which.
  const isNamed = event !== undefined && (state === "event" || isOneDate);
  const heading = isNamed && t(state === "event" ? "cancelledHeading" : "cancelledDateHeading", { event });
  const hasChoices = openChoices(sales).length > 0;
  return {
    title: heading || title,
    ...(!hasChoices && others.length === 0 && text !== undefined && { text }),
    icon: Ban,
    tone: "bg-sunken text-bad",
  };
}

function onlyEvent([only, ...others]: readonly TicketedSale[]): string | undefined {
  return others.length === 0 ? only?.sale.eventName : undefined;
}

type OrderEmailProps = { readonly sales: readonly TicketedSale[]; readonly link: string };

/** Where the tickets are sent, with a link to correct it, or why they were not sent. Renders nothing if the service sends no mail. */
async function SentTo({ sales, link }: OrderEmailProps) {
  const [t, locale, email] = await Promise.all([getTranslations("SendTickets"), getLocale(), shownEmail(sales)]);
  if (!areMessagesSent() || email === undefined) return null;
  const isHeld = isMailHeld(sales);
  return (
    <p className="flex max-w-2xl items-start gap-2.5">
      <Icon of={Mail} className={classNames("mt-0.5 size-5 shrink-0", isHeld ? "text-warn" : "text-ok")} />
      <span className="min-w-0 wrap-anywhere">
        <span>{t(isHeld ? "held" : "goTo", { email })}</span>{" "}
        <a
          href={`/${locale}/sales/${encodeURIComponent(link)}/email#change` as Route}
          className="online-only inline-block text-accent-text underline underline-offset-4"
        >
          {t("wrongAddress")}
        </a>
      </span>
    </p>
  );
}

/** "Send again", without a script. */
async function SendAgain({ link }: Pick<OrderEmailProps, "link">) {
  const [t, locale] = await Promise.all([getTranslations("SendTickets"), getLocale()]);
  return (
    <form action={sendTicketsAgain} className="online-only flex">
      <Hidden fields={{ locale, link }} />
      <button type="submit" className={`${ACTION} w-full`}>
        <Icon of={Send} className="size-5 shrink-0 text-accent-text" />
        <span>{t("sendAgain")}</span>
      </button>
    </form>
  );
}

/** A link to the page that replaces the order's link. */
export async function NewLink({ link }: { readonly link: string }) {
  const [t, locale] = await Promise.all([getTranslations("NewLink"), getLocale()]);
  return (
    <p className="mt-10 text-sm text-ink-muted print:hidden">
      {t("question")}{" "}
      <a
        href={`/${locale}/sales/${link}/new-link` as Route}
        className="tap inline-flex items-center underline underline-offset-4"
      >
        {t("send")}
      </a>
    </p>
  );
}
