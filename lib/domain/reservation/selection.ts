/** What a reservation asks for. */
export type SelectionLine = { readonly ticketTypeId: number; readonly quantity: number };
