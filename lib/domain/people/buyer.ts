/** The answers of one Guest before there is an Admission. */
export type GuestAnswers = { readonly ticketTypeId: number; readonly answers: Readonly<Record<string, string>> };

/** The person who pays. */
export type Buyer = {
  readonly firstName: string;
  readonly lastName: string;
  readonly email: string;
  readonly phone?: string;
  readonly optIn: boolean;
};
