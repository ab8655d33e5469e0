import { getTranslations } from "next-intl/server";
import { PageTitle } from "#app/page-title.tsx";
import { FindEvents } from "#components/events/find-events.tsx";
import { OnSaleNow } from "#components/events/on-sale-now.tsx";
import { othersOnSale } from "#lib/catalogue/events.ts";
import { picturesOf } from "#lib/catalogue/pictures/page-pictures.ts";
import { isBuilding } from "#lib/env.ts";
import { areMessagesSent } from "#lib/session/links/message-renderer.ts";
import { currentHue } from "#lib/tickets/art/current-hue.ts";

type NotFoundPageProps = {
  readonly locale: string;
  /** The address is that of an event. */
  readonly isEvent?: boolean;
};

/** The not-found page, with the search and the next events. It is stored, so that one rendering answers all invented addresses. */
export async function NotFoundPage({ locale, isEvent = false }: NotFoundPageProps) {
  const [t, find, events] = await Promise.all([
    getTranslations({ locale, namespace: "Errors" }),
    getTranslations({ locale, namespace: "FindTickets" }),
    othersOnSale(),
  ]);
  const title = t(isEvent ? "eventNotFoundTitle" : "notFoundTitle");
  const look = { pictures: await picturesOf(events), brandHue: await currentHue() };
  return (
    <div className="gutter mx-auto flex max-w-6xl flex-col gap-10 py-10 sm:py-16">
      <div className="flex max-w-3xl flex-col gap-5">
        <h1 className="text-3xl">{title}</h1>
        <p className="max-w-2xl text-lg text-pretty text-ink-muted">{t("notFoundText")}</p>
        <FindEvents locale={locale} tags={[]} />
        {!isBuilding() && areMessagesSent() && (
          <p>
            {find("already")}{" "}
            <a
              href={`/${locale}/find-tickets`}
              className="tap inline-flex items-center text-accent-text underline underline-offset-4"
            >
              {find("title")}
            </a>
          </p>
        )}
      </div>
      <OnSaleNow events={events} locale={locale} {...look} />
      <PageTitle>{title}</PageTitle>
    </div>
  );
}
