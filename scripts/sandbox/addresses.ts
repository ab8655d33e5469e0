import type { StoredSecrets } from "#scripts/launcher/data-folder.ts";
import type { OperatorSettings } from "#scripts/launcher/settings.ts";
import type { Processes } from "#scripts/lib/processes.ts";

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
  const [goodCard = GOOD_CARD, badCard = BAD_CARD] = operator.testCards;
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
    goodCard,
    badCard,
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

/** The inputs of a shop. With `reloads`, storefront and service run changed sources at once. */
export type ShopOptions = {
  readonly node: string;
  readonly data: string;
  readonly operator: OperatorSettings;
  readonly processes: Processes;
  readonly reloads?: boolean;
  /** Instead of those of the data folder. */
  readonly secrets?: StoredSecrets;
};

/** The addresses of all programs, and what an operator needs to try them. */
export type Addresses = {
  /** The public address. */
  readonly storefront: string;
  /** The address that the storefront listens at. */
  readonly listens: string;
  readonly service: string;
  readonly account: number;
  /** The file of the service's certificate authority. */
  readonly ca?: string;
  /** The promoter that signs in to the storefront. */
  readonly user?: string;
  readonly password?: string;
  /** The inbox of the mail catcher. Absent with another mail server. */
  readonly mail?: string;
  readonly goodCard?: string;
  readonly badCard?: string;
};

/** What `npm start` runs: the sandbox, or the storefront in front of another service. */
export type Shop<Prepared = unknown> = Processes & {
  /** Returns every setting of the programs before there is a database, so that they can be checked before a build. */
  readonly expectedSettings: () => { readonly storefront: NodeJS.ProcessEnv; readonly service?: NodeJS.ProcessEnv };
  readonly prepare: () => Promise<Prepared & { readonly notes: readonly string[] }>;
  readonly startAll: (
    prepared: Prepared,
    actionsKey: string,
  ) => Promise<{
    readonly addresses: Addresses;
    /** The programs whose port was busy, and the port that they have instead. */
    readonly moved: readonly (readonly [name: string, port: number])[];
  }>;
};

/** What the setup prints: the accounts and users of the database. */
export type Accounts = {
  readonly account: number;
  readonly currency?: string;
  /** The promoter that signs in to the storefront. */
  readonly user?: string;
  readonly shopUser: string;
  /** Existing users whose password this data folder does not have. */
  readonly keptPasswords?: readonly string[];
};

export type Prepared = { readonly databaseUrl: string; readonly accounts: Accounts };

/** Port numbers; those from `behind` on exist in a sandbox for tests alone. */
export type SandboxPorts = {
  readonly storefront: number;
  readonly service: number;
  readonly processor: number;
  /** The inbox of the mail catcher. Absent with a mail server of the operator. */
  readonly mail?: number;
  readonly smtp?: number;
  /** The storefront's port behind the recorder, which has the public port. */
  readonly behind?: number;
  readonly control?: number;
  /** The collector of traces. */
  readonly collector?: number;
  readonly storefrontMetrics?: number;
  readonly serviceMetrics?: number;
};

export type SandboxAddresses = ReturnType<typeof addressesOf>;
