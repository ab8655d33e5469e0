import "server-only";

import { inspect } from "node:util";

export type CardDetails = {
  readonly name: string;
  readonly number: string;
  readonly expiryMonth: number;
  readonly expiryYear: number;
  readonly cvv: string;
};

/** A card as the buyer typed it. It exists for one call, and prints as [card]. */
export class Card implements PaymentMeans {
  readonly #details: CardDetails;

  constructor(details: CardDetails) {
    this.#details = details;
  }

  /** Returns the card for the request. The field names inside `creditCard` are our own, defined only here. */
  forWire(): CardDetails {
    const { name, number, expiryMonth, expiryYear, cvv } = this.#details;
    return { name, number: number.replace(/\D/g, ""), expiryMonth, expiryYear, cvv };
  }

  bodyPart(): { readonly creditCard: CardDetails } {
    return { creditCard: this.forWire() };
  }

  toString(): string {
    return "[card]";
  }

  toJSON(): string {
    return "[card]";
  }

  [inspect.custom](): string {
    return "[card]";
  }
}

/** What a payment method pays with. `bodyPart` returns its fields of the pay call's body, whose names are our own. */
export type PaymentMeans = { readonly bodyPart: () => Readonly<Record<string, unknown>> };
