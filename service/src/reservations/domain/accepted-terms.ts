/** The organiser's purchase conditions that a buyer accepted, by their link. */
export type AcceptedTerms = { readonly url: string; readonly acceptedAt: Date };

/** The conditions of a sale's event, and the link that was accepted for the sale earlier. */
export type TermsOfSale = {
  readonly id: number;
  readonly eventId: number;
  readonly eventName: string;
  readonly url: string;
  readonly required: boolean;
  readonly acceptedUrl: string | undefined;
};

/** Conditions that must be accepted before a cart is locked, and the name of their event. */
export type TermsMissing = { readonly url: string; readonly eventName: string };

/** Returns the required conditions that were not accepted, each once. Changed conditions must be accepted again. */
export function missingTerms(terms: readonly TermsOfSale[], accepted: readonly string[]): readonly TermsMissing[] {
  const missing = terms.filter(({ url, required, acceptedUrl }) => {
    return required && acceptedUrl !== url && !accepted.includes(url);
  });
  return [...new Map(missing.map(({ url, eventName }) => [url, { url, eventName }])).values()];
}
