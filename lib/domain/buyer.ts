/** Who pays. */
export type Buyer = {
  readonly firstName: string;
  readonly lastName: string;
  readonly email: string;
  readonly phone?: string;
  readonly optIn: boolean;
};
