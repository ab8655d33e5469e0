import type { Metadata, Route } from "next";
import { getTranslations, setRequestLocale } from "next-intl/server";
import { answeredPage } from "#app/[locale]/answered-page.tsx";
import { EventRow } from "#app/[locale]/promoter/_components/event-row.tsx";
import { signOutPromoter } from "#app/[locale]/promoter/actions.ts";
import { Button } from "#components/ui/button.tsx";
import { Panel } from "#components/ui/panel.tsx";
import { env } from "#lib/env.ts";
import { redirect } from "#lib/i18n/navigation.ts";
import { currentPromoter } from "#lib/promoter/promoter.ts";
import { eventsOf } from "#lib/promoter/promoter-events.ts";

export async function generateMetadata({ params }: PageProps<"/[locale]/promoter">): Promise<Metadata> {
  const { locale } = await params;
  const t = await getTranslations({ locale, namespace: "Promoter" });
  return { title: t("title"), robots: { index: false } };
}

export default answeredPage(PromoterPage);

/** A promoter's first page: their account, and their events with links to share. */
async function PromoterPage({ params }: PageProps<"/[locale]/promoter">) {
  const { locale } = await params;
  setRequestLocale(locale);
  const signedIn = await currentPromoter();
  if (signedIn === undefined) return redirect({ href: "/promoter/sign-in", locale });

  const { promoter } = signedIn;
  const [t, tRequests, tMail, events] = await Promise.all([
    getTranslations("Promoter"),
    getTranslations("RefundRequests"),
    getTranslations("UnsentMail"),
    eventsOf(signedIn),
  ]);
  // A page cannot delete the cookie: `again` shows the form although a session exists.
  if (events === "signed_out") return redirect({ href: "/promoter/sign-in?again=1", locale });
  const now = new Date();

  return (
    <div className="gutter mx-auto max-w-4xl py-8">
      <header className="flex flex-wrap items-start justify-between gap-4">
        <div>
          <h1 className="text-3xl">{t("greeting", { name: promoter.name || promoter.email })}</h1>
          {promoter.account && (
            <p className="mt-2 text-ink-muted">{t("account", { account: promoter.account.name })}</p>
          )}
        </div>
        <form action={signOutPromoter}>
          <input type="hidden" name="locale" value={locale} />
          <Button kind="secondary">{t("signOut")}</Button>
        </form>
      </header>
      <p className="mt-6">
        <a href={`/${locale}/promoter/refunds` as Route} className="tap underline underline-offset-4">
          {tRequests("title")}
        </a>
        {" · "}
        <a href={`/${locale}/promoter/messages` as Route} className="tap underline underline-offset-4">
          {tMail("title")}
        </a>
      </p>
      <h2 className="mt-10 mb-4 text-2xl">{t("title")}</h2>
      {events.length === 0 ? (
        <Panel>
          <h3 className="text-lg">{t("none")}</h3>
          <p className="mt-1 text-ink-muted">{t("noneText")}</p>
        </Panel>
      ) : (
        <ul className="flex flex-col gap-4">
          {events.map((event) => (
            <EventRow
              key={event.id}
              event={event}
              address={`${env().FOYER_ORIGIN}/${locale}/events/${event.id}`}
              now={now}
            />
          ))}
        </ul>
      )}
    </div>
  );
}
