/**
 * Returns the parts of a PostgreSQL address, or `undefined` when it is malformed. A password with an unencoded # / ? or @
 * makes the address unreadable, or ends the host early so that part of the password is in the path or fragment.
 */
export function databaseAddress(text: string): URL | undefined {
  // An address without a host means a local socket, which `URL` refuses after a user name.
  const withHost = text.replace("@/", "@localhost/");
  if (!/^postgres(ql)?:\/\//.test(text) || !URL.canParse(withHost)) return undefined;
  const address = new URL(withHost);
  const { username, pathname, hash } = address;
  const endsEarly = hash !== "" || pathname.includes("@") || (username === "" && text.includes("@"));
  return endsEarly ? undefined : address;
}
