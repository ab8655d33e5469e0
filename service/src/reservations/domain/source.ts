/** What an advertiser adds to the address of its link. It leads back to the click. */
export const CLICK_IDS = ["gclid", "wbraid", "gbraid", "fbclid", "msclkid", "ttclid"] as const;

/** Where the buyer of a sale came from. The table has `boxOffice` beside it for what was sold there. */
export type Source = {
  /** The promoter's link, or an affiliate. */
  readonly ref?: string | undefined;
  readonly utm?: Readonly<Record<string, string>> | undefined;
  /** The host of the website that showed the embed, with a port that is not the usual one. */
  readonly embed?: string | undefined;
  readonly clickIds?: Readonly<Partial<Record<(typeof CLICK_IDS)[number], string>>> | undefined;
};

/** The source of a sale, with the account's link that has its `ref`. */
export type SourceOfSale = Source & { readonly link: { readonly id: number; readonly name: string } | undefined };
