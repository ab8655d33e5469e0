export type Variables = Readonly<Record<string, string | undefined>>;

/** The variables that every child process inherits. None is a secret. */
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
  "NODE_COMPILE_CACHE",
  "NODE_EXTRA_CA_CERTS",
];

/** Returns a child's whole environment: INHERITED, the caller's variables of `passedOn`, and `own`. */
export function childEnvironment(passedOn: readonly string[], own: Variables): NodeJS.ProcessEnv {
  const inherited = [...INHERITED, ...passedOn].flatMap((name) =>
    process.env[name] === undefined ? [] : [[name, process.env[name]] as const],
  );
  const environment: Variables = { ...Object.fromEntries(inherited), ...own };
  // Next's types require NODE_ENV; only Next's processes need it.
  return environment as NodeJS.ProcessEnv;
}
