import { getTranslations } from "next-intl/server";

/** Links to the promoter's purchase conditions, which were accepted with the details. */
export async function Conditions({ urls }: { readonly urls: readonly string[] }) {
  const t = await getTranslations("Pay");
  return urls.map((url) => {
    const link = (words: React.ReactNode) => (
      <a href={url} target="_blank" rel="noopener noreferrer">
        {words}
      </a>
    );
    return (
      <p key={url} className="text-sm text-ink-muted">
        {t.rich("conditions", { link })}
      </p>
    );
  });
}
