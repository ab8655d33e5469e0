import { Check, CircleDashed } from "lucide";
import type { Route } from "next";
import { getTranslations } from "next-intl/server";
import { EmptyState } from "#app/[locale]/promoter/_components/empty-state.tsx";
import { StatusChip } from "#app/[locale]/promoter/_components/status-chip.tsx";
import { TableList } from "#app/[locale]/promoter/_components/table-list.tsx";
import type { Site } from "#lib/ticketing/manage/sites.ts";

type SiteTableProps = {
  readonly sites: readonly Site[];
  /** Origins that the operator has set: only they can remove them. */
  readonly ofOperator: readonly string[];
  readonly path: string;
};

/** The sites that may show embeds: the account's, then those that the operator has set. */
export async function SiteTable({ sites, ofOperator, path }: SiteTableProps) {
  const t = await getTranslations("Sites");
  const known = new Set(sites.map(({ origin }) => origin));
  const rows: readonly { readonly origin: string; readonly site?: Site }[] = [
    ...sites.map((site) => ({ origin: site.origin, site })),
    ...ofOperator.filter((origin) => !known.has(origin)).map((origin) => ({ origin })),
  ];
  return (
    <section aria-labelledby="sites" className="rounded-xl border border-line bg-surface shadow-raise">
      <h2 id="sites" className="px-5 pt-4 text-lg lg:px-6">
        {t("list")}
      </h2>
      <p className="px-5 pb-2 text-sm text-ink-muted lg:px-6">{t("listText")}</p>
      {rows.length === 0 ? (
        <EmptyState title={t("none")} text={t("noneText")} />
      ) : (
        <TableList
          caption={t("list")}
          rows={rows}
          keyOf={({ origin }) => origin}
          name={{
            heading: t("site"),
            cell: ({ origin, site }) => (
              <>
                {site === undefined ? (
                  <bdi className="wrap-anywhere">{origin}</bdi>
                ) : (
                  <a
                    href={`${path}/${site.id}` as Route}
                    className="tap -my-2 inline-block py-2 wrap-anywhere underline underline-offset-4"
                  >
                    <bdi>{hostOf(origin)}</bdi>
                  </a>
                )}
                {ofOperator.includes(origin) && (
                  <span className="block text-xs font-normal text-ink-muted">{t("byOperator")}</span>
                )}
              </>
            ),
          }}
          columns={[
            { heading: t("state"), kind: "wide", cell: ({ site }) => site && <SiteState tickets={site.tickets} /> },
            { heading: t("tickets"), kind: "number", cell: ({ site }) => site?.tickets ?? "–" },
            {
              heading: t("actions"),
              kind: "wide",
              isPlain: true,
              cell: ({ origin, site }) =>
                site && (
                  <a
                    href={`${path}/${site.id}/remove` as Route}
                    className="tap -my-2 inline-block py-2 underline underline-offset-4"
                  >
                    {t("remove")} <span className="sr-only">{hostOf(origin)}</span>
                  </a>
                ),
            },
          ]}
        />
      )}
    </section>
  );
}

/** A ticket that was sold through it proves that it works. */
async function SiteState({ tickets }: { readonly tickets: number }) {
  const t = await getTranslations("Sites");
  const works = tickets > 0;
  return (
    <StatusChip tone={works ? "ok" : "off"} icon={works ? Check : CircleDashed}>
      {t(works ? "works" : "notSeen")}
    </StatusChip>
  );
}

/** Returns the name of a site as people know it. */
export function hostOf(origin: string): string {
  return new URL(origin).host;
}
