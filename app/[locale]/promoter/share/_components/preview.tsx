import { getTranslations } from "next-intl/server";
import { createElement } from "react";
import { buyersAddress, elementAttributes, type Pasted, tagOf } from "#app/[locale]/promoter/share/snippets.ts";

/** Of a list, which may be as long as a season. */
const SHOWN = "4";

/**
 * The button and the element that a promoter pastes, from the same file, but without the link's ref, whose figures it would raise.
 * Without script they are links, as on their page.
 */
export async function Preview({ pasted }: { readonly pasted: Pasted }) {
  const t = await getTranslations("Kit");
  const { target, label } = pasted;
  const { affiliate: _, return: _back, ...attributes } = elementAttributes(pasted);
  const shown = target.kind === "event" ? attributes : { ...attributes, limit: SHOWN };
  const { source: _source, ...unnamed } = pasted.link;
  const link = <a href={buyersAddress({ ...pasted, link: unnamed })}>{label}</a>;
  const isWhole = target.kind === "event" || target.kind === "list";
  return (
    <section aria-labelledby="preview" className="flex min-w-0 flex-col gap-5">
      <h2 id="preview" className="text-2xl">
        {t("preview")}
      </h2>
      <script type="module" src="/embed.js" async />
      {isWhole && <div>{createElement("foyer-button", { ...attributes, target: "blank" }, link)}</div>}
      {target.kind === "month" ? (
        <p className="text-ink-muted">{t("noEmbed")}</p>
      ) : (
        <div className="rounded-xl border border-dashed border-line-strong p-3">
          {/* It is light also on a dark page. */}
          <div className="overflow-hidden rounded-lg">{createElement(tagOf(target), shown, link)}</div>
        </div>
      )}
    </section>
  );
}
