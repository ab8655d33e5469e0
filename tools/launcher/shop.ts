import type { Processes } from "#tools/lib/processes.ts";

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
