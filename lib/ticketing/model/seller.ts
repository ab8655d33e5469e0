/** The seller, with links to the conditions. Each link is https. */
export type Seller = {
  readonly name: string;
  readonly email?: string;
  readonly termsUrl?: string;
  readonly privacyUrl?: string;
  readonly refundPolicyUrl?: string;
};
