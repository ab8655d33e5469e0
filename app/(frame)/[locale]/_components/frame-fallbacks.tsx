import { getTranslations } from "next-intl/server";
import { InFrame } from "#app/(frame)/[locale]/_components/in-frame.tsx";
import FrameError from "#app/(frame)/[locale]/error.tsx";
import { wordsOf } from "#lib/i18n/words-of.ts";

/** What a frame shows instead of its page, for `staticPage`. */
export const FRAME_FALLBACKS = { Missing: NothingHere, Unavailable: () => <FrameError /> };

/** The same for a frame of one event. */
export const EVENT_FRAME_FALLBACKS = { Missing: NoSuchEvent, Unavailable: NoEventNow };

function NoSuchEvent({ locale }: { readonly locale: string }) {
  return <NothingHere locale={locale} isEvent />;
}

function NoEventNow({ locale }: { readonly locale: string }) {
  return <FrameError words={wordsOf(locale).Errors.event} />;
}

type NothingHereProps = { readonly locale: string; readonly isEvent?: boolean };

/** The host's element shows its own link instead; a plain frame shows this. */
async function NothingHere({ locale, isEvent = false }: NothingHereProps) {
  const t = await getTranslations({ locale, namespace: "Errors" });
  const title = t(isEvent ? "eventNotFoundTitle" : "notFoundTitle");
  return (
    <div className="flex flex-col items-start gap-2">
      <title>{title}</title>
      <InFrame missing />
      <h1 className="text-2xl">{title}</h1>
      {isEvent && <p>{t("eventNotFoundText")}</p>}
      <a href={`/${locale}`} target="_top">
        {t("toList")}
      </a>
    </div>
  );
}
