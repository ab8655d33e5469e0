import type { Route } from "next";
import { getLocale } from "next-intl/server";
import type { ReactNode } from "react";
import { EmptyState } from "#app/[locale]/promoter/_components/empty-state.tsx";
import { PageHeader } from "#app/[locale]/promoter/_components/page-header.tsx";
import type { Column } from "#app/[locale]/promoter/_components/table-list.tsx";
import { PageTitle, titleWithError } from "#app/page-title.tsx";
import { FindForm } from "#components/events/find-events.tsx";
import { buttonClass } from "#components/ui/button.tsx";
import { Pager } from "#components/ui/pager.tsx";
import { Panel } from "#components/ui/panel.tsx";
import { listAddress } from "#lib/promoter/list-query.ts";

type Words = Readonly<
  Record<"title" | "search" | "none" | "noneText" | "nothing" | "nothingText" | "clear", string>
> & {
  /** The button that leads to a new one. */
  readonly add?: string;
};

type ListPageProps = {
  /** The page's address. That of a new thing is `new` below it. */
  readonly path: string;
  readonly words: Words;
  readonly q: string;
  readonly found: { readonly total: number; readonly page: number; readonly pages: number };
  /** What stands in the address beside words and page. */
  readonly parameters?: Readonly<Record<string, string>>;
  /** What was refused. */
  readonly error?: string | undefined;
  readonly tabs?: ReactNode;
  /** Further fields of the search. */
  readonly filters?: ReactNode;
  /** The table. */
  readonly children: ReactNode;
};

/** A page with a list of things, the search for them, and the way to add one. */
export async function ListPage({ path, words, q, found, parameters, error, tabs, filters, children }: ListPageProps) {
  const locale = await getLocale();
  const add = words.add && (
    <a href={`${path}/new` as Route} className={buttonClass()}>
      {words.add}
    </a>
  );
  return (
    <>
      <PageHeader title={words.title}>{add}</PageHeader>
      {error !== undefined && (
        <Panel tone="warn" role="alert" className="mb-5">
          {error}
        </Panel>
      )}
      {tabs}
      <FindForm action={path} label={words.search} q={q} className="mb-4 max-w-2xl flex-wrap">
        {filters}
      </FindForm>
      <section aria-label={words.title} className="rounded-xl border border-line bg-surface shadow-raise">
        {found.total > 0 ? (
          children
        ) : q === "" ? (
          <EmptyState title={words.none} text={words.noneText}>
            {add}
          </EmptyState>
        ) : (
          <EmptyState title={words.nothing} text={words.nothingText}>
            <a href={listAddress(path, { ...parameters }) as Route} className={buttonClass("secondary")}>
              {words.clear}
            </a>
          </EmptyState>
        )}
      </section>
      <div className="mt-5 empty:hidden">
        <Pager page={found.page} pages={found.pages} to={(page) => listAddress(path, { ...parameters, q, page })} />
      </div>
      <PageTitle>{titleWithError(words.title, locale, error !== undefined)}</PageTitle>
    </>
  );
}

type Named = { readonly id: number; readonly name: string };

/** Returns the first column of a list of things by name: a link to the page of each, which has its id below that of the list. */
export function linkedName(path: string, heading: string): { heading: string; cell: Column<Named>["cell"] } {
  return {
    heading,
    cell: ({ id, name }) => (
      <a href={`${path}/${id}` as Route} className="tap -my-2 inline-block py-2 underline underline-offset-4">
        <bdi>{name}</bdi>
      </a>
    ),
  };
}
