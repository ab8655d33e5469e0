import type { Metadata, Route } from "next";
import Form from "next/form";
import { useTranslations } from "next-intl";
import { getTranslations, setRequestLocale } from "next-intl/server";
import { NOT_INDEXED, pageMetadata } from "#app/page-metadata.ts";
import { PageTitle } from "#app/page-title.tsx";
import { EventCards, type EventCardsProps, inOrder } from "#components/events/event-cards.tsx";
import { NotAllShown } from "#components/events/not-all-shown.tsx";
import { OnSaleNow } from "#components/events/on-sale-now.tsx";
import { buttonClass } from "#components/ui/button.tsx";
import { PageLink } from "#components/ui/page-link.tsx";
import { Pager } from "#components/ui/pager.tsx";
import { Panel } from "#components/ui/panel.tsx";
import { lastKnownOnSale, othersOnSale } from "#lib/catalogue/events.ts";
import { picturesOf } from "#lib/catalogue/pictures/page-pictures.ts";
import { type Search, searchPath } from "#lib/catalogue/search-query.ts";
import { seasonLacks } from "#lib/catalogue/season/season.ts";
import { redirect } from "#lib/i18n/navigation.ts";
import { localeFrom } from "#lib/i18n/routing.ts";
import type { EventPage } from "#lib/ticketing/model/event.ts";
import { currentHue } from "#lib/tickets/art/current-hue.ts";
import { Filters } from "./_components/filters.tsx";
import { ActiveFilters, QuickChoices } from "./_components/quick-choices.tsx";
import { NothingFound, SearchRow } from "./_components/search-row.tsx";
import { namedFilters } from "./filter-words.ts";
import { type Found, find, hasEmpty, queryOf } from "./find.ts";

type Props = PageProps<"/[locale]/search">;

/** The page without a query lists every event and is indexed; results are not. */
export async function generateMetadata({ params, searchParams }: Props): Promise<Metadata> {
  const locale = localeFrom((await params).locale);
  const [t, list] = await Promise.all([
    getTranslations({ locale, namespace: "Search" }),
    getTranslations({ locale, namespace: "List" }),
  ]);
  const query = queryOf(await searchParams);
  const found = await find(query);
  if (found.page === undefined) return NOT_INDEXED;
  const description = list("description");
  if (query === "") return pageMetadata(locale, { title: titleOf(found, t), description, path: "/search" });
  return { description, robots: { index: false, follow: true } };
}

export default async function SearchPage({ params, searchParams }: Props) {
  const locale = localeFrom((await params).locale);
  setRequestLocale(locale);
  const query = await searchParams;
  const found = await find(queryOf(query));
  const { search, pages } = found;
  if (hasEmpty(query)) redirect({ href: searchPath(search), locale });
  if (search.page > pages) redirect({ href: searchPath({ ...search, page: pages }), locale });
  // A near match may not be what was meant.
  const isEmpty = found.page?.total === 0 || found.page?.isNearly === true;
  const t = await getTranslations("Search");
  const isDown = found.page === undefined;
  const searched = found.page?.searched;
  const known = isDown ? await lastKnownOnSale() : { events: isEmpty ? await othersOnSale() : [] };
  const onSale = known.events;
  const shown = [...(found.page?.events ?? []), ...(found.otherDays?.events ?? []), ...onSale];
  const look = { pictures: await picturesOf(shown), brandHue: await currentHue() };

  return (
    <div className="gutter mx-auto flex max-w-6xl flex-col gap-5 pt-3 pb-8 sm:pt-8">
      <h1 className="text-3xl">{t("title")}</h1>
      <search>
        <Form action={`/${locale}/search`} id="search" className="flex flex-col gap-3">
          <SearchRow
            q={search.q ?? ""}
            label={t("q")}
            go={t("go")}
            {...(searched && { hint: t(`searched.${searched}`) })}
          />
          {search.when !== undefined && <input type="hidden" name="when" value={search.when} />}
        </Form>
      </search>
      {!isDown && <QuickChoices search={search} locale={locale} />}
      <div className={isDown ? undefined : "grid items-start gap-x-12 gap-y-5 lg:grid-cols-[17rem_1fr]"}>
        {!isDown && <Filters search={search} facets={found.facets} />}
        <div className="flex min-w-0 flex-col gap-12">
          <Results found={found} look={look} locale={locale} />
          {(isEmpty || onSale.length > 0) && <OnSaleNow {...known} {...look} locale={locale} />}
        </div>
      </div>
      <PageTitle>{titleOf(found, t)}</PageTitle>
    </div>
  );
}

type ResultsProps = {
  readonly found: Found;
  readonly look: Pick<EventCardsProps, "pictures" | "brandHue">;
  readonly locale: string;
};

function Results({ found, look, locale }: ResultsProps) {
  const t = useTranslations("Search");
  const errors = useTranslations("Errors");
  const { search, page, pages, otherDays, now } = found;
  const filters = namedFilters(found, t, locale);
  // The words are in the field and in the heading, and a range of days is a pressed button above.
  const besidesWords = filters.filter(({ filter }) => filter !== "q" && filter !== "when");
  // Without a result they are in the heading: there may be such events on other dates.
  const ofDays = filters.filter(
    ({ filter }) => ["from", "to"].includes(filter) || (filter === "when" && search.q === undefined),
  );
  const isOfDays = [search.from, search.to, search.when].some((one) => one !== undefined);
  const lacks = seasonLacks();
  const cards = { locale, now, ...look };
  return (
    <section aria-labelledby="found" className="flex min-w-0 flex-col gap-6">
      <div className="flex flex-col gap-3">
        <div className="flex flex-wrap items-baseline gap-x-3">
          <h2 id="found" className="figures text-2xl">
            {/* In one place whatever the answer: a status that is new on the page is not announced. */}
            <span role="status">
              {page === undefined ? t("unavailable") : foundInWords(page, search, t)}{" "}
              {page !== undefined && (
                <span className="block font-text text-lg font-normal tracking-normal empty:hidden">
                  {meantInWords(page, search, t, locale)}
                </span>
              )}
            </span>
            {page?.total === 0 &&
              ofDays.map(({ filter, name }) => (
                <span key={filter}>
                  {" "}
                  ·{"\u00a0"}
                  {name}
                </span>
              ))}
          </h2>
          {search.q !== undefined && page !== undefined && page.total > 1 && (
            <p className="text-sm text-ink-muted">{t("bestFirst")}</p>
          )}
        </div>
        {page !== undefined && besidesWords.length > 0 && (
          <ActiveFilters
            title={t("active")}
            filters={besidesWords.map(({ filter, name, without }) => ({
              filter,
              name,
              label: t("remove", { filter: name }),
              href: `/${locale}${searchPath(without)}` as Route,
            }))}
            clear={{ label: t("clear"), href: `/${locale}/search` as Route }}
          />
        )}
      </div>
      {page === undefined && (
        <Panel tone="warn" className="flex flex-col gap-3">
          <p>{t("unavailableText")}</p>
          <a href={`/${locale}${searchPath(search)}`} className={buttonClass("secondary", "self-start")}>
            {errors("retry")}
          </a>
        </Panel>
      )}
      {page?.total === 0 && !otherDays?.total && <NothingFound filters={filters} />}
      {otherDays !== undefined && otherDays.total > 0 && (
        <div className="flex flex-col gap-6">
          <h2 className="text-xl">{t("otherDays", { count: otherDays.total })}</h2>
          <EventCards events={inOrder(otherDays.events)} {...cards} />
          <p>
            <PageLink
              href={`/${locale}${searchPath(withoutDays(search))}` as Route}
              className={buttonClass("secondary")}
            >
              {t("allDays")}
            </PageLink>
          </p>
        </div>
      )}
      {page !== undefined && <NotAllShown isPart={lacks === "events" || (lacks === "dates" && isOfDays)} />}
      {page !== undefined && page.events.length > 0 && <EventCards events={page.events} {...cards} />}
      <Pager page={search.page} pages={pages} to={(page) => `/${locale}${searchPath({ ...search, page })}`} />
    </section>
  );
}

type Words = ReturnType<typeof useTranslations<"Search">>;
type Counted = Pick<EventPage, "total" | "isMore" | "isNearly">;

/** Returns the page's title, which starts with the number of results, for screen readers. */
function titleOf({ search, page }: Found, t: Words): string {
  if (page === undefined) return t("title");
  const found = countInWords(page, search.q, t);
  return search.page === 1 ? found : t("onPage", { found, page: search.page });
}

/** Returns the text with the number of results. Where the service stopped counting, it says "more than". */
function countInWords({ total: count, isMore }: Omit<Counted, "isNearly">, q: string | undefined, t: Words) {
  if (q === undefined) return t(isMore ? "foundMore" : "found", { count });
  return t(isMore ? "foundMoreFor" : "foundFor", { count, q });
}

/** Returns the text above the results, which says if they match only approximately. */
function foundInWords(page: EventPage, { q, when }: Search, t: Words) {
  if (page.total === 0 && q !== undefined && when) return t("nothingDuring", { q, when: t(`during.${when}`) });
  return page.isNearly && q !== undefined ? t("nearly", { q }) : countInWords(page, q, t);
}

/** Returns the question whether what matches only approximately was meant, with a link to the search for it if it is a single event. */
function meantInWords(page: EventPage, { q }: Search, t: Words, locale: string) {
  if (!page.isNearly || q === undefined) return undefined;
  const [first] = page.events;
  if (first === undefined || page.total > 1) return t("nearlyFor");
  const href = `/${locale}${searchPath({ q: first.name, page: 1 })}` as Route;
  return t.rich("nearlyOne", {
    name: first.name,
    link: (name) => (
      <PageLink href={href} className="text-accent-text underline underline-offset-4">
        {name}
      </PageLink>
    ),
  });
}

function withoutDays({ when: _when, from: _from, to: _to, ...rest }: Search): Search {
  return { ...rest, page: 1 };
}
