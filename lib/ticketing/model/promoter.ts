/** A person who has signed in for an Account. */
export type Promoter = {
  readonly id?: number;
  readonly name: string;
  readonly email: string;
  readonly account?: { readonly id: number; readonly name: string };
  readonly mayScan: boolean;
  readonly maySellAtBoxOffice: boolean;
};
