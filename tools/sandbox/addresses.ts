import type { StoredSecrets } from "#tools/launcher/data-folder.ts";
import type { OperatorSettings } from "#tools/launcher/settings.ts";
import type { Accounts, SandboxPorts } from "./sandbox-types.ts";

export const GOOD_CARD = "4111 1111 1111 1111";
export const BAD_CARD = "4111 1111 1111 1103";

type AddressInputs = {
  readonly free: SandboxPorts;
  readonly accounts: Accounts;
  readonly operator: OperatorSettings;
  readonly settings: StoredSecrets;
  readonly ca: string;
  readonly forTests: boolean;
};

/** Returns the addresses of all programs, and what tests and operators need to use them. */
export function addressesOf({ free, accounts, operator, settings, ca, forTests }: AddressInputs) {
  const { account, currency, user, shopUser, keptPasswords = [] } = accounts;
  return {
    listens: `http://${operator.host}:${free.storefront}`,
    storefront: operator.origin ?? `http://localhost:${free.storefront}`,
    service: `https://localhost:${free.service}/v2`,
    ca,
    account,
    ...(currency !== undefined && { currency }),
    ...(user !== undefined && { user }),
    ...(!keptPasswords.includes(user ?? "") && { password: settings.promoterPassword }),
    shopUser,
    shopPassword: settings.shopPassword,
    goodCard: operator.storefront.GOOD_CARD ?? GOOD_CARD,
    badCard: operator.storefront.BAD_CARD ?? BAD_CARD,
    processor: `http://127.0.0.1:${free.processor}`,
    // Absent with a mail server of the operator.
    ...(free.mail !== undefined && { mail: `http://127.0.0.1:${free.mail}`, smtp: `smtp://127.0.0.1:${free.smtp}` }),
    ...(forTests && {
      control: `http://127.0.0.1:${free.control}`,
      collector: `http://127.0.0.1:${free.collector}`,
      metrics: [free.storefrontMetrics, free.serviceMetrics].map((port) => `http://127.0.0.1:${port}/metrics`),
      cookieKeys: settings.cookieKeys,
    }),
  };
}
