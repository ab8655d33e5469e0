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
 * A card as the buyer typed it, kept for one request. Converting it to text or JSON, inspecting it or spreading it shows none
 * of its fields, so that no log line or stored answer can contain a digit by accident; only `reveal` returns the fields.
 */
export class Card {
  readonly #fields: CardFields;

  constructor(fields: CardFields) {
    this.#fields = fields;
  }

  /** For the request to the processor, and for keyed hashes. */
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
