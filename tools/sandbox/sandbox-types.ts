import type { Addresses, Shop } from "#tools/launcher/shop.ts";

/** What the setup prints: the accounts and users of the database. */
export type Accounts = {
  readonly account: number;
  readonly currency?: string;
  /** The promoter that signs in to the storefront. */
  readonly user?: string;
  readonly shopUser: string;
  /** The users that kept a password which this data folder does not know. */
  readonly keptPasswords?: readonly string[];
};

export type Prepared = { readonly databaseUrl: string; readonly accounts: Accounts };

/** Port numbers; `behind` and `control` exist in a sandbox for tests alone. */
export type SandboxPorts = {
  readonly storefront: number;
  readonly service: number;
  readonly processor: number;
  /** Where the storefront listens when a recorder stands in front of it. */
  readonly behind?: number;
  readonly control?: number;
};

export type SandboxAddresses = Addresses & {
  readonly ca: string;
  readonly currency?: string;
  readonly shopUser: string;
  readonly shopPassword: string;
  readonly goodCard: string;
  readonly badCard: string;
  readonly processor: string;
  readonly control?: string;
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
  /** What no byte that is served or printed may hold, for the leak tests. */
  readonly leakSettings: Readonly<Record<"LEAK_FOUND" | "LEAK_LOGS" | "LEAK_SECRETS", string>>;
  readonly setupSettings: (databaseUrl: string) => NodeJS.ProcessEnv;
  readonly storefrontSettings: (addresses: SandboxAddresses) => NodeJS.ProcessEnv;
};
