import type { Served } from "#e2e/tools/fetch-storefront.ts";

/** Where the first page of the promoters leads those who may not read it. */
const LEADS: Readonly<Record<string, string>> = {
  BOX_OFFICE: "/en/promoter/events",
  REPORTS: "/en/promoter/reports/sources",
};

type User = { readonly capabilities: readonly string[] };

/** Returns whether this is the first page, which has led a user with one capability to their own. */
export function isLedOn(address: string, { capabilities }: User, { status, headers }: Served): boolean {
  const page = LEADS[capabilities.join()];
  return address === "" && page !== undefined && status === 307 && headers.location === page;
}
