import type { LinkKind } from "#src/offering/domain/link.ts";

/** What a source did: page views, tickets that were ever reserved, sales, and valid tickets with their revenue. */
export type SourceFigures = {
  readonly opened: number;
  /** Tickets of live, paid and expired reservations. */
  readonly reserved: number;
  readonly orders: number;
  readonly tickets: number;
  /** Without fees and what was refunded. */
  readonly revenueMinor: number;
};

/** What sales and page views are counted by. A name is one of these fields; without any of them it is a visit that came by itself. */
type SourceName = {
  readonly boxOffice?: true;
  readonly link?: { readonly id: number; readonly name: string; readonly kind: LinkKind };
  readonly ref?: string;
  readonly embed?: string;
  readonly utm?: { readonly source?: string; readonly medium?: string; readonly campaign?: string };
  /** Names beyond the most that are counted. */
  readonly other?: true;
};

export type SourceRow = SourceFigures & { readonly source: SourceName };

export const SOURCE_KINDS = ["LINK", "EMBED", "CAMPAIGN", "REF", "DIRECT", "BOX_OFFICE", "OTHER"] as const;

export function kindOfSource({ boxOffice, link, ref, embed, utm, other }: SourceName): (typeof SOURCE_KINDS)[number] {
  if (boxOffice) return "BOX_OFFICE";
  if (link !== undefined) return "LINK";
  if (ref !== undefined) return "REF";
  if (embed !== undefined) return "EMBED";
  if (utm !== undefined) return "CAMPAIGN";
  return other ? "OTHER" : "DIRECT";
}

export function totalOfSources(rows: readonly SourceFigures[]): SourceFigures {
  const sumOf = (figure: keyof SourceFigures) => rows.reduce((sum, figures) => sum + figures[figure], 0);
  return {
    opened: sumOf("opened"),
    reserved: sumOf("reserved"),
    orders: sumOf("orders"),
    tickets: sumOf("tickets"),
    revenueMinor: sumOf("revenueMinor"),
  };
}

/** Page views of one hour with the same source. */
export type OpenedPages = {
  readonly source: {
    readonly ref: string | undefined;
    readonly utm: object | undefined;
    readonly embed: string | undefined;
  };
  /** Absent: a page of no event. */
  readonly eventId: number | undefined;
  readonly hour: Date;
  readonly count: number;
};
