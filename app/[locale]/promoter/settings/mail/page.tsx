import type { Route } from "next";
import { getMessages, getTranslations } from "next-intl/server";
import { FormPage } from "#app/[locale]/promoter/_components/form/form-page.tsx";
import { NotOffered } from "#app/[locale]/promoter/_components/instead-of-page.tsx";
import { type AtWork, promoterPage } from "#app/[locale]/promoter/promoter-page.tsx";
import { SettingsHeader } from "#app/[locale]/promoter/settings/_components/settings-page.tsx";
import { changeMail } from "#app/[locale]/promoter/settings/mail/actions.ts";
import { NOT_INDEXED } from "#app/page-metadata.ts";
import { buttonClass } from "#components/ui/button.tsx";
import { Panel } from "#components/ui/panel.tsx";
import { othersOnSale } from "#lib/catalogue/events.ts";
import { currentBrand } from "#lib/catalogue/seller.ts";
import { areMessagesSent } from "#lib/session/links/message-renderer.ts";
import { fieldsOf, getAccount, MAIL_FIELDS, type ManagedAccount, mailValuesOf } from "#lib/ticketing/manage/account.ts";
import { listUnsentMail } from "#lib/ticketing/manage/unsent-mail.ts";

type Props = PageProps<"/[locale]/promoter/settings/mail">;

export const metadata = NOT_INDEXED;

export default promoterPage(MailPage, ["MANAGE"]);

/** From whom buyers get emails, to whom they reply, and which could not be delivered. */
async function MailPage({ searchParams }: Props, { credential, accountId, locale }: AtWork) {
  const account = await getAccount(credential, accountId);
  // A service that this shop does not let send messages mails no link to confirm an address.
  const fields =
    account && fieldsOf(MAIL_FIELDS, account).filter(({ name }) => name !== "replyTo" || areMessagesSent());
  if (account === undefined || fields?.length === 0) return <NotOffered locale={locale} />;

  const [t, { MailSettings }, unsent] = await Promise.all([
    getTranslations(),
    getMessages(),
    listUnsentMail(credential, accountId),
  ]);
  const values = mailValuesOf(account);
  return (
    <FormPage
      locale={locale}
      screen="MailSettings"
      fields={fields ?? []}
      action={changeMail}
      opened={{ id: accountId, values }}
      title={t("Settings.parts.mail")}
      heading={
        <>
          <SettingsHeader part="mail" locale={locale} />
          <Pending account={account} />
        </>
      }
      back={{ href: `/${locale}/promoter/settings/mail`, label: t("Settings.title") }}
      saved={(await searchParams).saved}
      button={MailSettings.save}
      beside={
        <>
          <Inbox sender={values.senderName} locale={locale} />
          {unsent !== undefined && (
            <Panel className="shadow-raise">
              <h2 className="text-lg">{t("MailSettings.undelivered")}</h2>
              <p className="mt-2">
                {unsent.total === 0
                  ? t("MailSettings.undeliveredNone")
                  : t("MailSettings.undeliveredSome", { count: unsent.total })}
              </p>
              {unsent.total > 0 && (
                <a href={`/${locale}/promoter/messages` as Route} className={buttonClass("secondary", "mt-4")}>
                  {t("MailSettings.viewUndelivered")}
                </a>
              )}
            </Panel>
          )}
        </>
      }
    />
  );
}

/** An address that gets replies once its owner has confirmed it. */
async function Pending({ account: { replyTo, replyToPending } }: { readonly account: ManagedAccount }) {
  if (replyToPending === undefined) return null;
  const t = await getTranslations("MailSettings");
  const now = typeof replyTo === "string" && replyTo !== "" ? replyTo : undefined;
  return (
    <Panel tone="warn" className="mb-5 wrap-anywhere">
      <p className="font-semibold">{t("pending", { email: replyToPending })}</p>
      <p className="mt-1">{now === undefined ? t("pendingUntilNone") : t("pendingUntil", { email: now })}</p>
    </Panel>
  );
}

/** How an email with tickets looks in the list of an inbox, by the saved name. */
async function Inbox({ sender, locale }: { readonly sender: string; readonly locale: string }) {
  const [t, mail, { name: shop }, [event]] = await Promise.all([
    getTranslations("MailSettings"),
    getTranslations({ locale, namespace: "Mail" }),
    currentBrand(),
    othersOnSale(),
  ]);
  const name = sender || shop;
  return (
    <Panel className="shadow-raise">
      <h2 className="text-lg">{t("inbox")}</h2>
      <div className="mt-3 grid grid-cols-[2.5rem_minmax(0,1fr)_auto] gap-3 rounded-lg bg-sunken p-4 text-sm">
        <span
          aria-hidden="true"
          className="grid size-10 place-items-center rounded-full bg-accent font-display font-extrabold text-accent-on"
        >
          {Array.from(name)[0]}
        </span>
        <span className="min-w-0">
          <bdi className="block truncate font-semibold">{name}</bdi>
          <span className="block truncate font-semibold">
            {mail("tickets.subject", { event: event?.name ?? shop })}
          </span>
          <span className="block truncate text-ink-muted">{t("inboxText")}</span>
        </span>
        <span className="text-xs text-ink-muted">{t("now")}</span>
      </div>
    </Panel>
  );
}
