/** One line of a selection: tickets of one type. */
export type SelectionLine = { readonly ticketTypeId: number; readonly quantity: number };
