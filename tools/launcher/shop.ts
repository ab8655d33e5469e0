import type { Processes } from "#tools/lib/processes.ts";

/** Where everything answers, and what a person needs to try it. */
export type Addresses = {
  /** The public address. */
  readonly storefront: string;
  /** The address that it listens at. */
  readonly listens: string;
  readonly service: string;
  readonly account: number;
  /** The file of the service's certificate authority. */
  readonly ca?: string;
  /** The promoter that signs in to the storefront. */
  readonly user?: string;
  readonly password?: string;
  readonly goodCard?: string;
  readonly badCard?: string;
};

/** What `npm start` runs: the sandbox, or the storefront in front of another service. */
export type Shop<Prepared = unknown> = Processes & {
  /** Every setting that the storefront will get, before there is a database: a wrong one is reported before a build. */
  readonly expectedSettings: () => NodeJS.ProcessEnv;
  readonly prepare: () => Promise<Prepared & { readonly notes: readonly string[] }>;
  readonly startAll: (
    prepared: Prepared,
    actionsKey: string,
  ) => Promise<{
    readonly addresses: Addresses;
    /** The ports that were busy: which program, and the port that it has instead. */
    readonly moved: readonly (readonly [name: string, port: number])[];
  }>;
};
