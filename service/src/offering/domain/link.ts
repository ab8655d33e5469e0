import { plainName } from "#src/platform/domain/plain-name.ts";

export const LINK_KINDS = ["LINK", "EMBED", "POSTER"] as const;
export type LinkKind = (typeof LINK_KINDS)[number];

type Named = { readonly id: number; readonly name: string };

/** A link, an embed or a poster of the promoter. */
export type Link = {
  readonly id: number;
  readonly version: number;
  /** By which it is known in sales. It never changes. */
  readonly ref: string;
  readonly name: string;
  readonly kind: LinkKind;
  /** What it opens: one of the two, or the list of events. */
  readonly event: Named | null;
  readonly eventGroup: Named | null;
  readonly code: string | null;
  readonly endedAt: Date | null;
  /** Since when a partner has a page of its results. Null: nobody has. */
  readonly partnerAt: Date | null;
  /** Whether that page has the revenue. */
  readonly partnerRevenue: boolean;
  readonly createdAt: Date;
};

/** The most links of an account that have not ended. */
export const LINKS_MAX = 500;

export const REF = /^[A-Za-z0-9][A-Za-z0-9._-]{0,59}$/;
const REF_MAX = 60;
/** A hyphen and four digits. */
const SUFFIX_MAX = 5;

/** Returns a ref made of a name, which none of these has. They are in lower case. */
export function refOf({ name, kind }: Pick<Link, "name" | "kind">, taken: ReadonlySet<string>): string {
  const made = plainName(name, REF_MAX - SUFFIX_MAX) || kind.toLowerCase();
  for (let number = 2, ref = made; ; number += 1) {
    if (!taken.has(ref)) return ref;
    ref = `${made}-${number}`;
  }
}
