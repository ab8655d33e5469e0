import type { Route } from "next";
import { getTranslations } from "next-intl/server";
import { EmptyState } from "#app/[locale]/promoter/_components/empty-state.tsx";
import { NotOffered } from "#app/[locale]/promoter/_components/instead-of-page.tsx";
import { type AtWork, promoterPage } from "#app/[locale]/promoter/promoter-page.tsx";
import { SettingsPage } from "#app/[locale]/promoter/settings/_components/settings-page.tsx";
import { NOT_INDEXED } from "#app/page-metadata.ts";
import { buttonClass } from "#components/ui/button.tsx";
import { Pager } from "#components/ui/pager.tsx";
import { listQueryIn, readPage } from "#lib/promoter/list-query.ts";
import { listAccountUsers, listAuditLog } from "#lib/ticketing/manage/audit-log.ts";
import { LogFilter } from "./_components/log-filter.tsx";
import { LogTable } from "./_components/log-table.tsx";
import { filtersOnWire, logAddress, logFiltersIn } from "./log-query.ts";

type Props = PageProps<"/[locale]/promoter/settings/log">;

export const metadata = NOT_INDEXED;

export default promoterPage(LogPage, ["MANAGE"]);

/** Who changed what, and who failed to sign in. */
async function LogPage({ searchParams }: Props, { credential, accountId, locale }: AtWork) {
  const [typed, users, t] = await Promise.all([
    searchParams,
    listAccountUsers(credential, accountId),
    getTranslations("AuditLog"),
  ]);
  const filters = logFiltersIn(typed, users);
  const found = await readPage({ q: "", page: listQueryIn(typed).page }, ({ page, pageSize }) =>
    listAuditLog(credential, accountId, { ...filtersOnWire(filters), page, pageSize }),
  );
  if (found === undefined) return <NotOffered locale={locale} />;
  const path = `/${locale}/promoter/settings/log`;
  const isFiltered = Object.values(filters).some((one) => one !== undefined);
  return (
    <SettingsPage part="log" locale={locale}>
      <LogFilter filters={filters} users={users} />
      <section aria-label={t("title")} className="rounded-2xl border border-line bg-surface shadow-raise">
        {found.entries.length > 0 ? (
          <LogTable entries={found.entries} users={users} locale={locale} />
        ) : (
          <EmptyState title={t(isFiltered ? "nothing" : "none")} text={t(isFiltered ? "nothingText" : "noneText")}>
            {isFiltered && (
              <a href={path as Route} className={buttonClass("secondary")}>
                {t("all")}
              </a>
            )}
          </EmptyState>
        )}
      </section>
      <div className="mt-5 empty:hidden">
        <Pager page={found.page} pages={found.pages} to={(page) => logAddress(path, filters, page)} />
      </div>
    </SettingsPage>
  );
}
