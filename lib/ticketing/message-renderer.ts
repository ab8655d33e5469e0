import "server-only";

/** Where a service that sends mail gets the words of its messages. Extensions of ours: sent to no other service. */
export type MessageRenderer = {
  readonly address: string;
  /** Proves to this storefront that the service asks. */
  readonly token: string;
};
