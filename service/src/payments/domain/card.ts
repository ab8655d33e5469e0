type CardFields = {
  readonly name: string;
  readonly number: string;
  readonly expiryMonth: number;
  /** Four digits. */
  readonly expiryYear: number;
  readonly cvv: string;
};

const SHOWN = "[card]";

/**
 * A card as the buyer typed it. It lives for one call. Text, JSON, inspection and spreading show nothing of it,
 * so that no log line or stored answer can contain a digit by accident; only `reveal` returns the fields.
 */
export class Card {
  readonly #fields: CardFields;

  constructor(fields: CardFields) {
    this.#fields = fields;
  }

  /** For the one caller of the processor. */
  reveal(): CardFields {
    return this.#fields;
  }

  toString(): string {
    return SHOWN;
  }

  toJSON(): string {
    return SHOWN;
  }

  [Symbol.for("nodejs.util.inspect.custom")](): string {
    return SHOWN;
  }
}
