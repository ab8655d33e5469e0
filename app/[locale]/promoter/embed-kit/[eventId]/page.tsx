import { getTranslations } from "next-intl/server";
import { createElement } from "react";
import { HostCheck } from "#app/[locale]/promoter/_components/host-check/host-check.tsx";
import { PageHeader } from "#app/[locale]/promoter/_components/page-header.tsx";
import { ToEvents } from "#app/[locale]/promoter/_components/to-events.tsx";
import { LinkForm } from "#app/[locale]/promoter/embed-kit/[eventId]/_components/link-form.tsx";
import { kitQueryIn, posterAddress } from "#app/[locale]/promoter/embed-kit/[eventId]/kit-query.ts";
import {
  codeWarnings,
  dateOf,
  type LinkWarning,
  linesToQuote,
  warningsOf,
} from "#app/[locale]/promoter/embed-kit/[eventId]/link-state.ts";
import { ownEvent } from "#app/[locale]/promoter/embed-kit/[eventId]/own-event.ts";
import { elementAttributes, snippetsOf } from "#app/[locale]/promoter/embed-kit/[eventId]/snippets.ts";
import { type AtWork, promoterPage } from "#app/[locale]/promoter/promoter-page.tsx";
import { NOT_INDEXED } from "#app/page-metadata.ts";
import { PageTitle } from "#app/page-title.tsx";
import { Qr } from "#components/poster/qr.tsx";
import { buttonClass } from "#components/ui/button.tsx";
import { CopyButton } from "#components/ui/copy-button.tsx";
import { Panel } from "#components/ui/panel.tsx";
import { type EventLink, formatEventLink } from "#lib/catalogue/event-link.ts";
import { currentBrand } from "#lib/catalogue/seller.ts";
import { env } from "#lib/env.ts";
import { localeFrom, routing } from "#lib/i18n/routing.ts";
import { quote } from "#lib/ticketing/codes.ts";
import { accentTokens } from "#lib/tickets/art/accent.ts";

type Props = PageProps<"/[locale]/promoter/embed-kit/[eventId]">;

export const metadata = NOT_INDEXED;

export default promoterPage(EmbedKitPage, ["MANAGE"]);

/** Share & embed: builds a link, and shows the ways to publish it. */
async function EmbedKitPage({ params, searchParams }: Props, at: AtWork) {
  const { locale } = at;
  const { eventId } = await params;
  const query = kitQueryIn(await searchParams, routing.locales, localeFrom(locale));
  const { link, language } = query;
  const own = await ownEvent(at, eventId, link.code);
  if (own === undefined) return undefined;

  const { event, offering } = own;
  const [t, label, quoted] = await Promise.all([
    getTranslations("Kit"),
    getTranslations({ locale: localeFrom(language), namespace: "Kit" }).then((words) => words("label")),
    link.code === undefined ? undefined : quote(event.id, linesToQuote(link, offering), { codes: link.code }),
  ]);
  const { fill, on } = accentTokens((await currentBrand()).colour).light;
  const origin = env().FOYER_ORIGIN;
  const pasted = { origin, language, eventId: event.id, link, label, accent: fill, onAccent: on };
  const snippets = snippetsOf(pasted);
  const now = new Date();

  return (
    <div className="flex flex-col gap-10">
      <div>
        <ToEvents locale={locale} />
        <PageHeader title={t("title")} text={<bdi>{event.name}</bdi>} />
      </div>

      <div className="grid items-start gap-10 lg:grid-cols-2">
        <section aria-labelledby="build" className="flex min-w-0 flex-col gap-5">
          <h2 id="build" className="text-2xl">
            {t("build")}
          </h2>
          <LinkForm
            event={event}
            groups={offering?.groups ?? []}
            date={dateOf(link, offering?.groups ?? [])}
            query={query}
            locale={locale}
            now={now}
          />
          <LinkWarnings warnings={[...warningsOf(link, offering, now), ...codeWarnings(quoted?.codes ?? [])]} />
          <Snippet kind="link" text={snippets.link} />
        </section>
        <section aria-labelledby="preview" className="flex min-w-0 flex-col gap-5">
          <h2 id="preview" className="text-2xl">
            {t("preview")}
          </h2>
          <Preview attributes={elementAttributes(pasted)} address={snippets.link} label={label} />
        </section>
      </div>

      <section aria-labelledby="paste" className="flex flex-col gap-5">
        <h2 id="paste" className="text-2xl">
          {t("paste")}
        </h2>
        <div className="grid gap-5 lg:grid-cols-2">
          {(["button", "element", "frame"] as const).map((kind) => (
            <Snippet key={kind} kind={kind} text={snippets[kind]} />
          ))}
          <PosterLinks locale={locale} eventId={event.id} link={link} language={language} />
        </div>
      </section>

      <HostCheck
        at={at}
        typed={query}
        isSubmitted={query.page !== "" || query.pasted !== ""}
        parameters={{ ...Object.fromEntries(new URLSearchParams(formatEventLink(link))), lang: language }}
      />
      <PageTitle>{`${t("title")} · ${event.name}`}</PageTitle>
    </div>
  );
}

/** Warnings about a link, shown before it is printed. */
async function LinkWarnings({ warnings }: { readonly warnings: readonly LinkWarning[] }) {
  const t = await getTranslations("Kit");
  return (
    <div role="status">
      {warnings.length > 0 && (
        <Panel tone="warn" className="flex flex-col gap-1">
          {warnings.map((each) => (
            <p key={JSON.stringify(each)}>{warningText(each)}</p>
          ))}
        </Panel>
      )}
    </div>
  );

  function warningText(each: LinkWarning): string {
    if ("code" in each) return t(`warning.${each.warning}`, { code: each.code });
    switch (each.warning) {
      case "too_many":
        return t("warning.too_many", { name: each.name, most: each.most });
      case "sold_out":
      case "code_needed":
        return t(`warning.${each.warning}`, { name: each.name });
      default:
        return t(`warning.${each.warning}`);
    }
  }
}

type PreviewProps = {
  readonly attributes: Readonly<Record<string, string>>;
  readonly address: string;
  readonly label: string;
};

/** The element that a promoter pastes, from the same file. Without script it is the link, as on their page. */
function Preview({ attributes, address, label }: PreviewProps) {
  return (
    <div className="rounded-xl border border-dashed border-line-strong p-3">
      <script type="module" src="/embed.js" async />
      {/* It is light also on a dark page. */}
      <div className="overflow-hidden rounded-lg">
        {createElement("foyer-tickets", attributes, <a href={address}>{label}</a>)}
      </div>
    </div>
  );
}

type SnippetProps = { readonly kind: "link" | "button" | "element" | "frame"; readonly text: string };

/** One snippet: its purpose, its text, and a button that copies it. */
async function Snippet({ kind, text }: SnippetProps) {
  const t = await getTranslations("Kit");
  return (
    <section className="flex min-w-0 flex-col gap-3 rounded-xl border border-line bg-surface p-5">
      <h3 className="text-lg">{t(`${kind}.title`)}</h3>
      <p className="text-sm text-ink-muted">{t(`${kind}.text`)}</p>
      <textarea
        readOnly
        aria-label={t(`${kind}.title`)}
        value={text}
        rows={kind === "element" ? 5 : kind === "link" ? 2 : 3}
        spellCheck={false}
        dir="ltr"
        className="w-full grow resize-y rounded-md border border-line-strong bg-sunken p-3 font-mono text-xs break-all text-ink"
      />
      <div>
        <CopyButton text={text} words={{ copy: t("copy"), copied: t("copied") }} about={t(`${kind}.title`)} />
      </div>
    </section>
  );
}

type PosterLinksProps = {
  readonly locale: string;
  readonly eventId: number;
  readonly link: EventLink;
  readonly language: string;
};

const FORMATS = ["png", "svg", "a4", "a5"] as const;

/** The poster, and its QR code alone. */
async function PosterLinks({ locale, eventId, link, language }: PosterLinksProps) {
  const t = await getTranslations("Kit");
  const query = formatEventLink(link);
  const address = posterAddress(env().FOYER_ORIGIN, language, eventId, link);
  const posterHref = (format: (typeof FORMATS)[number]) =>
    `/${locale}/promoter/embed-kit/${eventId}/poster?format=${format}&lang=${language}${query && `&${query}`}`;
  return (
    <section className="flex flex-col gap-3 rounded-xl border border-line bg-surface p-5">
      <h3 className="text-lg">{t("poster.title")}</h3>
      <p className="text-sm text-ink-muted">{t("poster.text")}</p>
      <div className="flex flex-wrap items-center gap-5">
        <picture>
          <source srcSet={posterHref("svg")} type="image/svg+xml" />
          <img
            src={posterHref("png")}
            alt=""
            loading="lazy"
            width={140}
            height={198}
            className="rounded-sm bg-sunken shadow-raise"
          />
        </picture>
        <Qr text={address} label={t("poster.code")} className="w-40 shrink-0 rounded-md" />
        <ul className="flex flex-wrap gap-2">
          {FORMATS.map((format) => (
            <li key={format}>
              <a
                href={posterHref(format)}
                aria-label={t("poster.save", { format: t(`poster.${format}`) })}
                className={buttonClass("secondary")}
              >
                {t(`poster.${format}`)}
              </a>
            </li>
          ))}
        </ul>
      </div>
    </section>
  );
}
