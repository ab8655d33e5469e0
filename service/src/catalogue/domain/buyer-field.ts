/** A detail of the buyer that every lock of a cart accepts, whatever questions the promoter adds. */
export type BuyerField = {
  readonly name: string;
  readonly type: "name" | "email" | "phone" | "text";
  /** The most characters that are accepted. */
  readonly lengthMax: number;
  readonly required: boolean;
  /** Not a field of the v2 interface: a strict service refuses it. */
  readonly isExtension?: true;
};

/**
 * The buyer's fields. An entry drives the body of a lock and of a later change, what is stored, the buyer's data that is
 * read back, the OpenAPI document, and the names that a promoter's question must not have. They are stored together in
 * `sale.buyer`, so a new field needs no migration.
 */
export const BUYER_FIELDS: readonly BuyerField[] = [
  { name: "FIRST_NAME", type: "name", lengthMax: 100, required: true },
  { name: "LAST_NAME", type: "name", lengthMax: 100, required: true },
  { name: "EMAIL", type: "email", lengthMax: 254, required: true },
  { name: "PHONE", type: "phone", lengthMax: 40, required: false },
  { name: "POSTCODE", type: "text", lengthMax: 16, required: false, isExtension: true },
];
