import { getTranslations } from "next-intl/server";
import { HostCheck } from "#app/[locale]/promoter/_components/host-check/host-check.tsx";
import { PageHeader } from "#app/[locale]/promoter/_components/page-header.tsx";
import { type AtWork, promoterPage } from "#app/[locale]/promoter/promoter-page.tsx";
import { LinkForm } from "#app/[locale]/promoter/share/_components/link-form.tsx";
import { LinkWarnings } from "#app/[locale]/promoter/share/_components/link-warnings.tsx";
import { PosterLinks } from "#app/[locale]/promoter/share/_components/poster-links.tsx";
import { Preview } from "#app/[locale]/promoter/share/_components/preview.tsx";
import { ShareTabs } from "#app/[locale]/promoter/share/_components/share-tabs.tsx";
import { Snippet } from "#app/[locale]/promoter/share/_components/snippet.tsx";
import { TargetForm } from "#app/[locale]/promoter/share/_components/target-form.tsx";
import { codeWarnings, linesToQuote, warningsOf } from "#app/[locale]/promoter/share/link-state.ts";
import { ownSites } from "#app/[locale]/promoter/share/own-sites.ts";
import { ownTarget, targetChoices } from "#app/[locale]/promoter/share/own-target.ts";
import { lookIn, oneOf, shareQueryIn } from "#app/[locale]/promoter/share/share-query.ts";
import { chosenSite, returnTo } from "#app/[locale]/promoter/share/site.ts";
import { type Pasted, snippetsOf } from "#app/[locale]/promoter/share/snippets.ts";
import { NOT_INDEXED } from "#app/page-metadata.ts";
import { PageTitle } from "#app/page-title.tsx";
import { formatEventLink, idOf } from "#lib/catalogue/event-link.ts";
import { currentBrand } from "#lib/catalogue/seller.ts";
import { env } from "#lib/env.ts";
import { localeFrom, routing } from "#lib/i18n/routing.ts";
import { quote } from "#lib/ticketing/codes.ts";
import { getLink, listLinks } from "#lib/ticketing/manage/links.ts";
import { formatTarget, parseTarget } from "#lib/ticketing/model/target.ts";
import { accentTokens } from "#lib/tickets/art/accent.ts";

type Props = PageProps<"/[locale]/promoter/share">;

export const metadata = NOT_INDEXED;

export default promoterPage(SharePage, ["MANAGE"]);

/** Share & embed: builds a link, and shows the ways to publish it. */
async function SharePage({ searchParams }: Props, at: AtWork) {
  const { credential, accountId, locale } = at;
  const typed = await searchParams;
  const createdId = idOf(oneOf(typed, "link"));
  const created = createdId === undefined ? undefined : await getLink(credential, createdId);
  const target = parseTarget(oneOf(typed, "for") || (created?.target ?? "list"));
  if (target === undefined) return undefined;
  const query = shareQueryIn({ ...typed, ...(created && { ref: created.ref }) }, routing.locales, locale);

  const [listed, sites, choices] = await Promise.all([
    listLinks(credential, accountId, { state: "live" }),
    ownSites(at),
    targetChoices(at),
  ]);
  const ref = query.link.source?.ref?.toLowerCase();
  const record = listed?.links.find((one) => one.ref.toLowerCase() === ref);
  const code = query.link.code ?? record?.code;
  const link = { ...query.link, ...(code !== undefined && { code }) };
  const own = await ownTarget(at, target, link.code);
  if (own === undefined) return undefined;

  const { event, offering } = own;
  const [t, label, quoted, { colour }] = await Promise.all([
    getTranslations("Kit"),
    getTranslations({ locale: localeFrom(query.language), namespace: "Kit" }).then((words) => words("label")),
    event === undefined || link.code === undefined
      ? undefined
      : quote(event.id, linesToQuote(link, offering), { codes: link.code }),
    currentBrand(),
  ]);
  const { fill, on } = accentTokens(query.accent ?? colour).light;
  const origin = env().FOYER_ORIGIN;
  const site = chosenSite(sites, query.site);
  const pasted: Pasted = {
    origin,
    language: query.language,
    target,
    link,
    label,
    accent: fill,
    onAccent: on,
    theme: query.theme,
    host: site?.host,
    returnTo: returnTo(site, query.back),
  };
  const snippets = snippetsOf(pasted);
  const now = new Date();
  const offered = listed?.links.filter((one) => one.target === "list" || one.target === formatTarget(target));

  return (
    <div className="flex flex-col gap-10">
      <div>
        <PageHeader title={t("title")} text={<bdi>{own.name}</bdi>} />
        <ShareTabs locale={locale} current="kit" />
        <TargetForm target={target} name={own.name} choices={choices} query={query} />
      </div>

      <div className="grid items-start gap-10 lg:grid-cols-2">
        <section aria-labelledby="build" className="flex min-w-0 flex-col gap-5">
          <h2 id="build" className="text-2xl">
            {t("build")}
          </h2>
          <LinkForm
            target={target}
            event={event}
            groups={offering?.groups ?? []}
            records={offered}
            record={record}
            sites={sites}
            site={site}
            query={query}
            accent={fill}
            locale={locale}
            now={now}
          />
          {event && (
            <LinkWarnings warnings={[...warningsOf(link, offering, now), ...codeWarnings(quoted?.codes ?? [])]} />
          )}
          <Snippet kind="link" text={snippets.link} />
        </section>
        <Preview pasted={pasted} />
      </div>

      <section aria-labelledby="paste" className="flex flex-col gap-5">
        <h2 id="paste" className="text-2xl">
          {t("paste")}
        </h2>
        <div className="grid gap-5 lg:grid-cols-2">
          {(["button", "element", "frame"] as const).map((kind) => {
            const text = snippets[kind];
            return text !== undefined && <Snippet key={kind} kind={kind} text={text} />;
          })}
          <PosterLinks locale={locale} target={target} link={link} language={query.language} />
        </div>
      </section>

      <HostCheck
        at={at}
        typed={query}
        isSubmitted={query.page !== "" || query.pasted !== ""}
        parameters={{
          for: formatTarget(target),
          ...Object.fromEntries(new URLSearchParams(formatEventLink(query.link))),
          ...lookIn(query),
        }}
      />
      <PageTitle>{`${t("title")} · ${own.name}`}</PageTitle>
    </div>
  );
}
