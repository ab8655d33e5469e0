import { getTranslations } from "next-intl/server";
import { CopyButton } from "#components/ui/copy-button.tsx";

type SnippetProps = {
  readonly kind: "link" | "button" | "element" | "frame";
  readonly text: string;
};

/** One snippet: its purpose, its text, and a button that copies it. */
export async function Snippet({ kind, text }: SnippetProps) {
  const t = await getTranslations("Kit");
  return (
    <section className="flex min-w-0 flex-col gap-3 rounded-xl border border-line bg-surface p-5">
      <h3 className="text-lg">{t(`${kind}.title`)}</h3>
      <p className="text-sm text-ink-muted">{t(`${kind}.text`)}</p>
      <textarea
        readOnly
        aria-label={t(`${kind}.title`)}
        value={text}
        rows={kind === "link" ? 2 : 5}
        spellCheck={false}
        dir="ltr"
        className="field-sizing-content w-full grow resize-y rounded-md border border-line-strong bg-sunken p-3 font-mono text-xs break-all text-ink"
      />
      <div>
        <CopyButton text={text} words={{ copy: t("copy"), copied: t("copied") }} about={t(`${kind}.title`)} />
      </div>
    </section>
  );
}
