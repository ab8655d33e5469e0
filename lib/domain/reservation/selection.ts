/** What a reservation asks for. */
export type Wanted = { readonly ticketTypeId: number; readonly quantity: number };
