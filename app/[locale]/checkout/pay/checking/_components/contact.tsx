import { getTranslations } from "next-intl/server";

/** The contact for questions, where the operator has set one. */
export async function Contact({ email, text }: { readonly email: string; readonly text: "slow" | "contact" }) {
  const t = await getTranslations("Checking");
  if (email === "") return text === "slow" ? <p className="font-semibold">{t("slowNoAddress")}</p> : null;
  const link = (words: React.ReactNode) => (
    <a href={`mailto:${email}`} className="underline underline-offset-4">
      {words}
    </a>
  );
  return <p className="font-semibold">{t.rich(text, { email, link })}</p>;
}
