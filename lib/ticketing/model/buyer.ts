import { type BuyerField, isRequired, type OptionalBuyerField, type RequiredBuyerField } from "./buyer-fields.ts";

/** What is known of one Guest before there is an Admission: one of the tickets of a TicketType. */
export type GuestAnswers = { readonly ticketTypeId: number; readonly answers: Readonly<Record<string, string>> };

/** The texts that a Buyer has given. An optional field that was left empty is absent. */
export type BuyerTexts = { readonly [Name in RequiredBuyerField]: string } & {
  readonly [Name in OptionalBuyerField]?: string;
};

/** Who pays. */
export type Buyer = BuyerTexts & {
  /** Whether the Buyer wants to hear of other events. */
  readonly optIn: boolean;
};

/** Returns a Buyer's texts without the optional ones that are empty. */
export function withoutEmpty(texts: Readonly<Record<RequiredBuyerField, string>>): BuyerTexts {
  const given = Object.entries(texts).filter(([name, text]) => text !== "" || isRequired(name as BuyerField));
  return Object.fromEntries(given) as BuyerTexts;
}
