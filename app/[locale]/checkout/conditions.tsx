import { getTranslations } from "next-intl/server";

type ConditionsProps = { readonly urls: readonly string[]; readonly text: "getting" | "paying" };

/** The promoter's purchase conditions, as links; nothing to tick that nobody asked for. */
export async function Conditions({ urls, text }: ConditionsProps) {
  const [t, pay] = await Promise.all([getTranslations("Details"), getTranslations("Pay")]);
  return urls.filter(isWebAddress).map((url) => {
    const link = (words: React.ReactNode) => (
      <a href={url} target="_blank" rel="noopener noreferrer">
        {words}
      </a>
    );
    return (
      <p key={url} className="text-sm text-ink-muted">
        {text === "getting" ? t.rich("conditions", { link }) : pay.rich("conditions", { link })}
      </p>
    );
  });
}

function isWebAddress(url: string): boolean {
  return /^https?:\/\//i.test(url);
}
