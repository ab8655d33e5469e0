import type { Addresses, Shop } from "#tools/launcher/shop.ts";

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

export type SandboxAddresses = Addresses & {
  readonly ca: string;
  readonly currency?: string;
  readonly shopUser: string;
  readonly shopPassword: string;
  readonly goodCard: string;
  readonly badCard: string;
  readonly processor: string;
  /** The address of the mail catcher's SMTP server. Absent with a mail server of the operator. */
  readonly smtp?: string;
  readonly control?: string;
  readonly collector?: string;
  /** The metrics of every program that has some. */
  readonly metrics?: readonly string[];
  readonly cookieKeys?: string;
};

export type Sandbox = Omit<Shop<Prepared>, "startAll"> & {
  readonly startAll: (
    prepared: Prepared,
    actionsKey: string,
  ) => Promise<{
    readonly addresses: SandboxAddresses;
    readonly moved: readonly (readonly [name: string, port: number])[];
  }>;
  /** The settings of the leak tests: secrets that must not be served or logged, and where to search. */
  readonly leakSettings: Readonly<Record<"LEAK_FOUND" | "LEAK_LOGS" | "LEAK_SECRETS", string>>;
  readonly setupSettings: (databaseUrl: string) => NodeJS.ProcessEnv;
  readonly storefrontSettings: (addresses: SandboxAddresses) => NodeJS.ProcessEnv;
};
