/** The parts before and after the hosts of an address. A password may have any sign but an unencoded `/`, `?`, `#` or `@`. */
const PARTS = /^(postgres(?:ql)?:\/\/(?:[^/?#]*@)?)([^/?#]*)(.*)$/s;

/**
 * Returns an address for each host of `DATABASE_URL`, which lists several as libpq does, `host:port,host:port` or
 * `?host=…,…&port=…,…`: the driver takes one. One port is that of every host.
 */
export function addressesOf(url: string): readonly string[] {
  const [, before = "", hosts = "", after = ""] = PARTS.exec(url) ?? [];
  if (hosts.includes(",")) return hosts.split(",").map((host) => `${before}${host}${after}`);

  const [, path = "", query = ""] = /^([^?]*)\?(.*)$/s.exec(after) ?? [];
  const listed = new URLSearchParams(query).get("host")?.split(",") ?? [];
  if (listed.length < 2) return [url];
  const ports = new URLSearchParams(query).get("port")?.split(",") ?? [];
  return listed.map((host, at) => {
    const one = new URLSearchParams(query);
    one.set("host", host);
    const port = ports[at] ?? ports[0];
    if (port !== undefined) one.set("port", port);
    return `${before}${hosts}${path}?${one}`;
  });
}
