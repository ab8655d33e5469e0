/**
 * Returns the parts of a PostgreSQL address, or undefined where it is none. A password with a bare # / ? or @ in it either
 * makes the address unreadable or ends the host early, so that the rest of the password stands behind the host.
 */
export function databaseAddress(text: string): URL | undefined {
  // No host before the path is a socket of this machine, which `URL` refuses behind a user.
  const withHost = text.replace("@/", "@localhost/");
  if (!/^postgres(ql)?:\/\//.test(text) || !URL.canParse(withHost)) return undefined;
  const address = new URL(withHost);
  const { username, pathname, hash } = address;
  const endsEarly = hash !== "" || pathname.includes("@") || (username === "" && text.includes("@"));
  return endsEarly ? undefined : address;
}
