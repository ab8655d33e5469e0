import { getTranslations, setRequestLocale } from "next-intl/server";
import { SendAtOnce } from "#app/[locale]/(shop)/hand-off/_components/send-at-once.tsx";
import { NOT_INDEXED } from "#app/page-metadata.ts";
import { PageTitle } from "#app/page-title.tsx";
import { Hidden } from "#components/forms/hidden.tsx";
import { Button } from "#components/ui/button.tsx";
import { redirect } from "#lib/i18n/navigation.ts";
import { newChallenge } from "#lib/security/proof/proof.ts";
import { PROOF } from "#lib/security/proof/proof-of-work.ts";
import { fieldsIn, HAND_OFF } from "#lib/session/hand-off.ts";
import { currentHandOff } from "#lib/session/hand-off-cookie.ts";

export const metadata = NOT_INDEXED;

/** Adds tickets selected in a frame to those already reserved. Only this page submits them. */
export default async function HandOffPage({ params, searchParams }: PageProps<"/[locale]/hand-off">) {
  const { locale } = await params;
  setRequestLocale(locale);
  const token = await currentHandOff();
  if (token === undefined) return redirect({ href: "/cart", locale });
  const t = await getTranslations("HandOff");
  // For the link back, if the hand-off has expired.
  const fields = (await fieldsIn(token)).filter(([name]) => name !== "locale");
  const { prove } = await searchParams;
  const eventId = Number(fields.find(([name]) => name === "event")?.[1]);
  const challenge = prove === undefined ? undefined : await newChallenge(`reserve ${eventId}`);
  return (
    <div className="gutter mx-auto flex max-w-2xl flex-col items-start gap-5 py-12">
      <h1 className="text-3xl">{t(challenge ? "proofTitle" : "title")}</h1>
      <p className="text-ink-muted">{t(challenge ? "proofText" : "text")}</p>
      <form id="hand-off" method="post" action="/reserve">
        <Hidden fields={{ ...Object.fromEntries(fields), locale, [HAND_OFF]: token }} />
        {challenge && <input type="hidden" name={PROOF} defaultValue="" />}
        <Button>{t(challenge ? "proofContinue" : "continue")}</Button>
      </form>
      <SendAtOnce formId="hand-off" challenge={challenge} />
      <PageTitle>{t(challenge ? "proofTitle" : "title")}</PageTitle>
    </div>
  );
}
