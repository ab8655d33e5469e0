export type Variables = Readonly<Record<string, string | undefined>>;

/** What every child process inherits: how to run, and no secret. */
const INHERITED = [
  "PATH",
  "HOME",
  "USER",
  "LANG",
  "LC_ALL",
  "TZ",
  "TMPDIR",
  "TEMP",
  "SystemRoot",
  "NODE_EXTRA_CA_CERTS",
];

/** Returns a child's whole environment: INHERITED, the caller's variables of `passedOn`, and `own`. */
export function childEnvironment(passedOn: readonly string[], own: Variables): NodeJS.ProcessEnv {
  const inherited = [...INHERITED, ...passedOn].flatMap((name) =>
    process.env[name] === undefined ? [] : [[name, process.env[name]] as const],
  );
  const environment: Variables = { ...Object.fromEntries(inherited), ...own };
  // Next's types demand NODE_ENV of every environment; a child that is not Next's needs none.
  return environment as NodeJS.ProcessEnv;
}
