/** The promoter's purchase conditions as a buyer accepted them. */
export type AcceptedTerms = { readonly url: string; readonly acceptedAt: Date };

/** What a sale's event has for conditions, and what was accepted for the sale before. */
export type TermsOfSale = {
  readonly id: number;
  readonly eventId: number;
  readonly eventName: string;
  readonly url: string;
  readonly required: boolean;
  readonly acceptedUrl: string | undefined;
};

/** Conditions without which a cart is not locked, and whose they are. */
export type TermsMissing = { readonly url: string; readonly eventName: string };

/** Conditions that changed since they were accepted were not accepted. */
export function missingTerms(terms: readonly TermsOfSale[], accepted: readonly string[]): readonly TermsMissing[] {
  const missing = terms.filter(({ url, required, acceptedUrl }) => {
    return required && acceptedUrl !== url && !accepted.includes(url);
  });
  return [...new Map(missing.map(({ url, eventName }) => [url, { url, eventName }])).values()];
}
