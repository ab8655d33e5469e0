/** What is known of one Guest before there is an Admission: one of the tickets of a TicketType. */
export type GuestAnswers = { readonly ticketTypeId: number; readonly answers: Readonly<Record<string, string>> };

/** Who pays. */
export type Buyer = {
  readonly firstName: string;
  readonly lastName: string;
  readonly email: string;
  readonly phone?: string;
  readonly optIn: boolean;
};
