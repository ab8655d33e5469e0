import { CircleCheck, CircleSlash } from "lucide";
import type { Route } from "next";
import { getMessages, getTranslations } from "next-intl/server";
import { NotOffered } from "#app/[locale]/promoter/_components/instead-of-page.tsx";
import { ListPage, linkedName } from "#app/[locale]/promoter/_components/list-page.tsx";
import { StatusChip } from "#app/[locale]/promoter/_components/status-chip.tsx";
import { TableList } from "#app/[locale]/promoter/_components/table-list.tsx";
import { type AtWork, promoterPage } from "#app/[locale]/promoter/promoter-page.tsx";
import { ShareTabs } from "#app/[locale]/promoter/share/_components/share-tabs.tsx";
import { kitOf } from "#app/[locale]/promoter/share/links/kit-of.ts";
import { NOT_INDEXED } from "#app/page-metadata.ts";
import { Select } from "#components/ui/select.tsx";
import { listQueryIn, readPage } from "#lib/promoter/list-query.ts";
import { listLinks } from "#lib/ticketing/manage/links.ts";

type Props = PageProps<"/[locale]/promoter/share/links">;

export const metadata = NOT_INDEXED;

export default promoterPage(LinksPage, ["MANAGE"]);

/** The account's links: those that count now, or those that have ended. */
async function LinksPage({ searchParams }: Props, { credential, accountId, locale }: AtWork) {
  const typed = await searchParams;
  const query = listQueryIn(typed);
  const state = typed.state === "ended" ? "ended" : "live";
  const [found, t, kit, { Links }] = await Promise.all([
    readPage(query, (part) => listLinks(credential, accountId, { ...part, state })),
    getTranslations("Links"),
    getTranslations("Kit"),
    getMessages(),
  ]);
  if (found === undefined) return <NotOffered locale={locale} />;
  const path = `/${locale}/promoter/share/links`;
  const { heading, cell } = linkedName(path, t("name"));
  return (
    <ListPage
      path={path}
      words={Links}
      q={query.q}
      found={found}
      parameters={{ state }}
      tabs={<ShareTabs locale={locale} current="links" />}
      filters={
        <Select
          name="state"
          aria-label={t("state")}
          defaultValue={state}
          className="max-sm:grow max-sm:basis-60 sm:w-44"
        >
          <option value="live">{t("LIVE")}</option>
          <option value="ended">{t("ENDED")}</option>
        </Select>
      }
    >
      <TableList
        caption={t("title")}
        rows={found.links}
        keyOf={({ id }) => id}
        name={{
          heading,
          cell: (link) => (
            <>
              {cell(link)}
              <span className="block text-xs font-normal text-ink-muted wrap-anywhere">
                {t(link.kind)} · <bdi>{link.ref}</bdi>
              </span>
            </>
          ),
        }}
        columns={[
          {
            heading: t("opens"),
            kind: "wide",
            cell: ({ opens }) => <bdi>{opens === undefined ? t("list") : opens.name}</bdi>,
          },
          { heading: t("code"), kind: "number", cell: ({ code }) => code && <bdi>{code}</bdi> },
          {
            heading: t("state"),
            kind: "wide",
            cell: ({ ended }) => (
              <StatusChip tone={ended ? "off" : "ok"} icon={ended ? CircleSlash : CircleCheck}>
                {t(ended ? "ENDED" : "LIVE")}
              </StatusChip>
            ),
          },
          {
            heading: t("actions"),
            kind: "wide",
            isPlain: true,
            cell: (link) =>
              link.ended === undefined && (
                <a
                  href={kitOf(link, locale) as Route}
                  className="tap -my-2 inline-block py-2 whitespace-nowrap text-accent-text underline underline-offset-4"
                >
                  {kit("title")}
                  <span className="sr-only">{` ${link.name}`}</span>
                </a>
              ),
          },
        ]}
      />
    </ListPage>
  );
}
