import { getMessages, getTranslations, setRequestLocale } from "next-intl/server";
import { YourTickets } from "#app/[locale]/(shop)/_components/your-tickets.tsx";
import { SECRET_ADDRESS } from "#app/page-metadata.ts";
import { PageTitle, titleWithError } from "#app/page-title.tsx";
import { EmailForm, FormHeading } from "#components/forms/email-form.tsx";
import { mailLink } from "#components/site/mail-link.tsx";
import { MailSent } from "#components/ui/mail-sent.tsx";
import { Panel } from "#components/ui/panel.tsx";
import { currentSeller } from "#lib/catalogue/seller.ts";
import { localeFrom } from "#lib/i18n/routing.ts";
import { ordersOnDevice } from "#lib/orders/orders-on-device.ts";
import { areMessagesSent } from "#lib/session/links/message-renderer.ts";
import { findTickets } from "./actions.ts";

const PROBLEMS = ["missing", "wrong", "tooMany", "notOffered", "noAnswer"] as const;

type FindTicketsProps = PageProps<"/[locale]/find-tickets">;

export const metadata = SECRET_ADDRESS;

/** For a buyer who has lost the link of an order. The page says the same to every address. */
export default async function FindTicketsPage({ params, searchParams }: FindTicketsProps) {
  const locale = localeFrom((await params).locale);
  setRequestLocale(locale);
  const [query, orders, t, { Common }] = await Promise.all([
    searchParams,
    ordersOnDevice(),
    getTranslations("FindTickets"),
    getMessages(),
  ]);
  const { sent, ended, removed } = query;
  const problem = PROBLEMS.find((one) => one === query.problem);
  const isMine = sent === undefined && orders.length > 0;
  const titleOfForm = t(sent === undefined ? "title" : "sentTitle");
  const title = isMine ? Common.myTickets : titleOfForm;
  return (
    <div className="gutter mx-auto flex w-full max-w-2xl flex-col gap-10 py-10 lg:py-16">
      {removed !== undefined && (
        <Panel tone="ok" role="status">
          {t(areMessagesSent() ? "removed" : "removedSaved")}
        </Panel>
      )}
      {sent !== undefined && <LinksSent locale={locale} />}
      {isMine && <h1 className="text-3xl">{title}</h1>}
      <YourTickets locale={locale} />
      {sent === undefined && <Ask locale={locale} isEnded={ended !== undefined} problem={problem} isPart={isMine} />}
      <PageTitle>{titleWithError(title, locale, sent === undefined && problem !== undefined)}</PageTitle>
    </div>
  );
}

type AskProps = {
  readonly locale: string;
  readonly isEnded: boolean;
  /** What was wrong with an address typed beside the empty cart. */
  readonly problem: (typeof PROBLEMS)[number] | undefined;
  /** The orders of this device stand above, under the page's title. */
  readonly isPart: boolean;
};

async function Ask({ locale, isEnded, problem, isPart }: AskProps) {
  const [t, { FindTickets, Errors }] = await Promise.all([getTranslations("FindTickets"), getMessages()]);
  if (!areMessagesSent()) return <NotOffered isPart={isPart} />;
  return (
    <div>
      {isEnded && (
        <Panel tone="warn" className="mb-8">
          <p className="font-semibold">{t("endedTitle")}</p>
          <p>{t("endedText")}</p>
        </Panel>
      )}
      {problem && (
        <Panel tone="bad" className="mb-8 font-semibold" role="alert">
          {t(problem)}
        </Panel>
      )}
      <EmailForm
        action={findTickets}
        hidden={{ locale }}
        isPart={isPart}
        words={{ ...FindTickets, lost: Errors.lost }}
      />
    </div>
  );
}

async function LinksSent({ locale }: { readonly locale: string }) {
  const t = await getTranslations("FindTickets");
  return (
    <MailSent title={t("sentTitle")} text={t("sentText")} spam={t("sentSpam")}>
      <a href={`/${locale}/find-tickets`} className="tap inline-flex items-center underline underline-offset-4">
        {t("again")}
      </a>
    </MailSent>
  );
}

/** Shown if the service sends no mail: says whom to ask. */
async function NotOffered({ isPart }: Pick<AskProps, "isPart">) {
  const [t, { email }] = await Promise.all([getTranslations("FindTickets"), currentSeller()]);
  return (
    <div className="flex flex-col gap-4">
      <FormHeading isPart={isPart}>{t("title")}</FormHeading>
      <p className="text-lg">
        {email === undefined ? t("notOffered") : t.rich("notOfferedAt", { email, link: mailLink(email) })}
      </p>
    </div>
  );
}
