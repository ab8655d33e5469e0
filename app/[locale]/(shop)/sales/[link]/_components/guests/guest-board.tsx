import { CircleCheck, CircleDashed, UserRoundPlus } from "lucide";
import { getLocale, getMessages, getTranslations } from "next-intl/server";
import { GuestForm } from "#app/[locale]/(shop)/sales/[link]/_components/guests/guest-form.tsx";
import { MailGuestForm } from "#app/[locale]/(shop)/sales/[link]/_components/guests/mail-guest-form.tsx";
import { mailGuest, nameGuests } from "#app/[locale]/(shop)/sales/[link]/actions.ts";
import { guestFieldsOf, guestQuestions, withoutPerson } from "#app/[locale]/(shop)/sales/[link]/guest-questions.ts";
import { buttonClass } from "#components/ui/button.tsx";
import { CopyButton } from "#components/ui/copy-button.tsx";
import { Dotted } from "#components/ui/dotted.tsx";
import { Icon } from "#components/ui/icon.tsx";
import { Panel } from "#components/ui/panel.tsx";
import { env } from "#lib/env.ts";
import { localeFrom } from "#lib/i18n/routing.ts";
import { comma } from "#lib/i18n/words.ts";
import type { Ticket, TicketedSale } from "#lib/orders/tickets.ts";
import { wereBoughtHere } from "#lib/session/bought-cookie.ts";
import { sealGuestLink } from "#lib/session/links/links.ts";
import { areMessagesSent } from "#lib/session/links/message-renderer.ts";
import { canMailGuest } from "#lib/ticketing/admissions.ts";
import type { Buyer } from "#lib/ticketing/model/buyer.ts";
import { answersOf, type Field, missingFrom } from "#lib/ticketing/model/field.ts";

type GuestBoardProps = TicketedSale & {
  readonly link: string;
  /** Whether the order's link lasts a day. Guests' links, which last longer, are then left out. */
  readonly isForDay: boolean;
};

/**
 * The guests of a sale: who has answered, a form for each, and a link to send. Renders nothing if no guest has questions.
 */
export async function GuestBoard({ sale, reference, event, tickets, link, isForDay }: GuestBoardProps) {
  const numbered = tickets.map((ticket, index) => ({ ...ticket, number: index + 1 }));
  const withQuestions = numbered.filter(({ admission, cancelled }) => {
    if (cancelled !== undefined) return false;
    const isOpen = admission.status === "CONFIRMED" || admission.status === "PENDING_GUEST_DETAILS";
    return isOpen && guestFieldsOf(event, admission).length > 0;
  });
  if (withQuestions.length === 0) return null;

  const [t, tSale, isHere] = await Promise.all([
    getTranslations("Guests"),
    getTranslations("Sale"),
    wereBoughtHere([sale.key]),
  ]);
  const answered = withQuestions.filter(({ admission }) => admission.status === "CONFIRMED").length;
  return (
    <section
      id={`guests-${reference}`}
      aria-labelledby={`guests-title-${reference}`}
      className="rounded-xl border border-line bg-surface p-5 print:hidden"
    >
      <h2 id={`guests-title-${reference}`} className="text-xl">
        {t("title")}
      </h2>
      <p className="figures mt-1 font-semibold">{t("answered", { answered, count: withQuestions.length })}</p>
      <p className="mt-1 text-sm text-ink-muted text-pretty">{isForDay ? tSale("dayLink") : t("text")}</p>
      <ul className="mt-4 flex flex-col ruled">
        {withQuestions.map((ticket, index) => (
          <Guest
            key={ticket.admission.id}
            {...ticket}
            event={event}
            link={link}
            saleKey={sale.key}
            buyer={sale.buyer}
            isHere={isHere}
            isForDay={isForDay}
            above={withQuestions[index - 1]}
          />
        ))}
      </ul>
    </section>
  );
}

type GuestProps = Ticket & {
  readonly number: number;
  readonly event: TicketedSale["event"];
  readonly link: string;
  readonly saleKey: string;
  readonly buyer: Buyer | undefined;
  /** Whether this device paid for the sale. */
  readonly isHere: boolean;
  readonly isForDay: boolean;
  readonly above: Ticket | undefined;
};

async function Guest({ admission, number, event, link, saleKey, buyer, isHere, isForDay, above }: GuestProps) {
  const [t, questions] = await Promise.all([getTranslations("Guests"), getTranslations("Questions")]);
  const locale = localeFrom(await getLocale());
  const { Guests, MailGuest, Errors } = await getMessages();
  const fields = guestFieldsOf(event, admission);
  const isDone = admission.status === "CONFIRMED";
  const missing = missingFrom(fields, admission.answers).map(({ label }) => label);
  const address =
    !isForDay && `${env().FOYER_ORIGIN}/${locale}/sales/${await sealGuestLink(saleKey, admission.id)}/guest`;
  const about = questions("ticket", { number, name: admission.ticketTypeName });
  const hidden = { locale, link, admission: String(admission.id) };
  const copies = [
    ...(buyer ? [{ label: t("buyer"), answers: answersOf(buyer, isHere ? fields : fields.filter(isShownToAll)) }] : []),
    ...(above ? [{ label: t("above"), answers: withoutPerson(fields, above.admission.answers) }] : []),
  ];

  return (
    <li className="flex flex-col gap-2 py-4 first:pt-0 last:pb-0">
      <h3 className="flex items-start gap-2 text-base font-semibold">
        {isDone ? (
          <Icon of={CircleCheck} className="mt-0.5 size-5 shrink-0 text-ok" />
        ) : (
          <Icon of={CircleDashed} className="mt-0.5 size-5 shrink-0 text-warn" />
        )}
        <span>{about}</span>
      </h3>
      <p className="text-sm">
        {isDone ? (
          <Dotted>
            {admission.holder}
            {t("done")}
          </Dotted>
        ) : (
          t("missing", { fields: missing.join(comma(locale)) })
        )}
      </p>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        {admission.admittedAt === undefined && (
          <GuestForm
            action={nameGuests}
            hidden={hidden}
            questions={await guestQuestions(fields, admission, locale, copies)}
            id={`guest-${admission.id}`}
            summary={t(isDone ? "change" : "answer", { number })}
            words={{ ...Guests, title: Guests.title, lost: Errors.lost }}
          />
        )}
        {address && (
          <>
            <CopyButton
              text={address}
              words={{ copy: t("copy"), copied: t("copied") }}
              about={about}
              className="script-only max-sm:px-4 max-sm:text-sm"
            />
            {/* Without script nothing copies it. */}
            <a
              href={address}
              className="unless-script tap inline-flex items-center text-sm text-accent-text underline underline-offset-4"
            >
              {t("link")}
            </a>
          </>
        )}
      </div>
      {address && admission.admittedAt === undefined && areMessagesSent() && canMailGuest() && (
        <MailGuestForm
          action={mailGuest}
          hidden={hidden}
          id={`mail-${admission.id}`}
          about={about}
          words={{ ...MailGuest, title: Guests.title, problem: Guests.problem, lost: Errors.lost }}
        />
      )}
    </li>
  );
}

/** Returns whether anyone with the link may see an answer: the buyer may have shared it, so email and phone are left out. */
function isShownToAll({ kind }: Field): boolean {
  return kind !== "email" && kind !== "phone";
}

/** The number of guests of the order with missing details, with a link to the first of them. */
export async function GuestsMissing({ sales }: { readonly sales: readonly TicketedSale[] }) {
  const waiting = sales.map(({ tickets, reference }) => ({
    reference,
    count: tickets.filter(({ admission, cancelled }) => !cancelled && admission.status === "PENDING_GUEST_DETAILS")
      .length,
  }));
  const count = waiting.reduce((sum, sale) => sum + sale.count, 0);
  const first = waiting.find((sale) => sale.count > 0);
  if (first === undefined) return null;

  const t = await getTranslations("Guests");
  return (
    <Panel tone="warn" className="flex gap-3 print:hidden">
      <Icon of={UserRoundPlus} className="mt-0.5 size-5 shrink-0 text-warn" />
      <div className="flex flex-col items-start gap-1">
        <p className="font-semibold">{t("waiting", { count })}</p>
        <p className="text-sm">{t("waitingText", { count })}</p>
        <a href={`#guests-${first.reference}`} className={buttonClass("primary", "mt-2")}>
          {t("addDetails")}
        </a>
      </div>
    </Panel>
  );
}
