import type { Metadata } from "next";
import { getTranslations, setRequestLocale } from "next-intl/server";
import { answeredPage } from "#app/[locale]/answered-page.tsx";
import { HostForm } from "#app/[locale]/promoter/embed-kit/[eventId]/_components/host-form.tsx";
import { LinkForm } from "#app/[locale]/promoter/embed-kit/[eventId]/_components/link-form.tsx";
import { LinkWarnings } from "#app/[locale]/promoter/embed-kit/[eventId]/_components/link-warnings.tsx";
import { PosterLinks } from "#app/[locale]/promoter/embed-kit/[eventId]/_components/poster-links.tsx";
import { Preview } from "#app/[locale]/promoter/embed-kit/[eventId]/_components/preview.tsx";
import { Snippet } from "#app/[locale]/promoter/embed-kit/[eventId]/_components/snippet.tsx";
import { kitQueryIn } from "#app/[locale]/promoter/embed-kit/[eventId]/kit-query.ts";
import {
  codeWarnings,
  dateOf,
  linesToQuote,
  warningsOf,
} from "#app/[locale]/promoter/embed-kit/[eventId]/link-state.ts";
import { ownEvent } from "#app/[locale]/promoter/embed-kit/[eventId]/own-event.ts";
import { elementAttributes, snippetsOf } from "#app/[locale]/promoter/embed-kit/[eventId]/snippets.ts";
import { brand, env } from "#lib/env.ts";
import { redirect } from "#lib/i18n/navigation.ts";
import { localeFrom, routing } from "#lib/i18n/routing.ts";
import { quote } from "#lib/ticketing/codes.ts";
import { accentTokens } from "#lib/tickets/art/accent.ts";

type Props = PageProps<"/[locale]/promoter/embed-kit/[eventId]">;

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const { locale } = await params;
  const t = await getTranslations({ locale: localeFrom(locale), namespace: "Kit" });
  return { title: t("title"), robots: { index: false } };
}

export default answeredPage(EmbedKitPage);

/** Share & embed: builds a link, and shows the ways to publish it. */
async function EmbedKitPage({ params, searchParams }: Props) {
  const { locale, eventId } = await params;
  setRequestLocale(locale);
  const query = kitQueryIn(await searchParams, routing.locales, localeFrom(locale));
  const { link, language } = query;
  const own = await ownEvent(eventId, link.code);
  if (own === "signed_out") return redirect({ href: "/promoter/sign-in", locale });
  if (own === undefined) return undefined;

  const { event, offering } = own;
  const [t, label, quoted] = await Promise.all([
    getTranslations("Kit"),
    getTranslations({ locale: localeFrom(language), namespace: "Kit" }).then((words) => words("label")),
    link.code === undefined ? undefined : quote(event.id, linesToQuote(link, offering), { codes: link.code }),
  ]);
  const { fill, on } = accentTokens(brand().BRAND_COLOUR).light;
  const origin = env().FOYER_ORIGIN;
  const pasted = { origin, language, eventId: event.id, link, label, accent: fill, onAccent: on };
  const snippets = snippetsOf(pasted);
  const now = new Date();

  return (
    <div className="gutter mx-auto flex max-w-6xl flex-col gap-10 py-8">
      <header className="flex flex-col gap-2">
        <p>
          <a
            href={`/${locale}/promoter`}
            className="tap inline-flex items-center text-accent-text underline underline-offset-4"
          >
            {t("back")}
          </a>
        </p>
        <h1 className="text-3xl">{t("title")}</h1>
        <p className="text-lg text-ink-muted">{event.name}</p>
      </header>

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
          {(["link", "button", "element", "frame"] as const).map((kind) => (
            <Snippet key={kind} kind={kind} text={snippets[kind]} />
          ))}
          <PosterLinks locale={locale} eventId={event.id} link={link} language={language} />
        </div>
      </section>

      <HostForm query={query} origin={origin} registered={env().EMBED_ORIGINS} />
    </div>
  );
}
