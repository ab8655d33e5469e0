import type { Route } from "next";
import { getTranslations } from "next-intl/server";
import { EmptyState } from "#app/[locale]/promoter/_components/empty-state.tsx";
import { TableList } from "#app/[locale]/promoter/_components/table-list.tsx";
import { allowedSites, hostOf } from "#lib/promoter/allowed-sites.ts";
import { isSiteOrigin } from "#lib/ticketing/sites.ts";
import type { Site } from "#lib/ticketing/wire/sites.ts";

type SiteTableProps = { readonly sites: readonly Site[]; readonly path: string };

/** The sites that may show embeds: the account's, then those that the operator has set, and last what the account has but may not. */
export async function SiteTable({ sites, path }: SiteTableProps) {
  const t = await getTranslations("Sites");
  const unfit = sites.filter(({ origin }) => !isSiteOrigin(origin));
  const rows = [
    ...allowedSites(sites),
    ...unfit.map((site) => ({ origin: site.origin, host: hostOf(site.origin), isOfOperator: false, site })),
  ];
  return (
    <section aria-labelledby="sites" className="rounded-xl border border-line bg-surface shadow-raise">
      <h2 id="sites" className="px-5 pt-4 text-lg lg:px-6">
        {t("list")}
      </h2>
      <p className="max-w-prose px-5 pb-2 text-sm text-ink-muted lg:px-6">
        {t("listText")} {t("ticketsText")}
      </p>
      {rows.length === 0 ? (
        <EmptyState title={t("none")} text={t("noneText")} />
      ) : (
        <TableList
          caption={t("list")}
          rows={rows}
          keyOf={({ origin }) => origin}
          name={{
            heading: t("site"),
            cell: ({ origin, host, isOfOperator, site }) => (
              <>
                {site === undefined ? (
                  <bdi className="wrap-anywhere">{origin}</bdi>
                ) : (
                  <a
                    href={`${path}/${site.id}` as Route}
                    className="tap -my-2 inline-block py-2 wrap-anywhere underline underline-offset-4"
                  >
                    <bdi>{host}</bdi>
                  </a>
                )}
                {isOfOperator && <span className="block text-xs font-normal text-ink-muted">{t("byOperator")}</span>}
                {site && unfit.includes(site) && (
                  <span className="block text-xs font-normal text-bad">{t("unfit")}</span>
                )}
              </>
            ),
          }}
          columns={[
            { heading: t("tickets"), kind: "number", cell: ({ site }) => site?.tickets ?? "–" },
            {
              heading: t("actions"),
              kind: "wide",
              isPlain: true,
              cell: ({ host, site }) =>
                site && (
                  <a
                    href={`${path}/${site.id}/remove` as Route}
                    className="tap -my-2 inline-block py-2 underline underline-offset-4"
                  >
                    {t("remove")} <span className="sr-only">{host}</span>
                  </a>
                ),
            },
          ]}
        />
      )}
    </section>
  );
}
