import { getTranslations } from "next-intl/server";
import { InFrame } from "#app/(frame)/[locale]/_components/in-frame.tsx";
import FrameError from "#app/(frame)/[locale]/error.tsx";

/** What a frame shows instead of its page, for `staticPage`. */
export const FRAME_FALLBACKS = { Missing: NothingHere, Unavailable: () => <FrameError /> };

/** The host's element shows its own link instead; a plain frame shows this. */
async function NothingHere({ locale }: { readonly locale: string }) {
  const t = await getTranslations({ locale, namespace: "Errors" });
  return (
    <div className="flex flex-col items-start gap-2 p-4">
      <InFrame missing />
      <h1 className="text-xl">{t("notFoundTitle")}</h1>
      <a href={`/${locale}`} target="_top">
        {t("toList")}
      </a>
    </div>
  );
}
