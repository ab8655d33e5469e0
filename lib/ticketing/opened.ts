import "server-only";

import { z } from "zod";
import { requestExtension } from "#lib/ticketing/client/extension.ts";

/** Views of the pages that one link, embed or campaign opened within an hour. */
export type OpenedPages = {
  readonly ref?: string;
  readonly utm?: { readonly source?: string; readonly medium?: string; readonly campaign?: string };
  readonly embed?: string;
  readonly event?: number;
  /** ISO 8601, a whole hour. */
  readonly hour: string;
  readonly count: number;
};

/** Adds page views. Where the service has no such call they are lost: they decide nothing. */
export async function addOpened(counts: readonly OpenedPages[]): Promise<void> {
  const call = { name: "countOpened", method: "POST", path: "/sources/opened", body: { counts } } as const;
  await requestExtension({ ...call, answer: z.unknown() });
}
