import type { getTranslations } from "next-intl/server";
import { plainLine } from "#lib/i18n/words.ts";
import type { SourceRow } from "#lib/ticketing/manage/sources.ts";

type Words = Awaited<ReturnType<typeof getTranslations<"Reports">>>;

/** Returns the name of a source: that of a link, what an address named, or words. */
export function sourceName({ kind, link, ref, utm, embed }: SourceRow, t: Words): string {
  if (kind === "DIRECT" || kind === "BOX_OFFICE" || kind === "OTHER") return t(`names.${kind}`);
  const campaign = [utm?.source, utm?.medium, utm?.campaign].filter((one) => one !== undefined).join(" · ");
  const name = { LINK: link?.name || ref, REF: ref, EMBED: embed, CAMPAIGN: campaign }[kind];
  return plainLine(name ?? "") || t("names.OTHER");
}

/** Returns the words for what a source is; of a link what it is for. */
export function kindName({ kind, link }: SourceRow, t: Words): string {
  return t(`kinds.${(kind === "LINK" && link?.kind) || kind}`);
}

/** Returns whether page views of a source are counted. */
export function isOpenedCounted({ kind }: SourceRow): boolean {
  return kind !== "DIRECT" && kind !== "BOX_OFFICE";
}
