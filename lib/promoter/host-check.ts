import { isOnThisMachine } from "#lib/runtime/this-machine.ts";
import { originOf } from "#lib/ticketing/model/origin.ts";

/** What stops an embed on a promoter's page. At run time `foyer:error` reports `host_policy` or `blocked` for them. */
type HostProblem =
  | "insecure"
  | "unregistered"
  | "unreadable"
  | "frame_src"
  | "script_src"
  | "script_nonce"
  | "sandbox"
  | "frame_sandbox"
  | "consent";

export type HostFinding = {
  readonly fault: HostProblem;
  /** The exact text to write instead, or the site to register; absent where there is none. */
  readonly line?: string;
};

type HostCheck = {
  /** The URL of the promoter's page; empty when it is not known. */
  readonly page: string;
  /** The pasted text: response headers, the page's HTML, or both. */
  readonly pasted: string;
  /** Our own origin. */
  readonly shop: string;
  /** Origins that may frame an embed. */
  readonly registered: readonly string[];
};

const SANDBOX_NEEDS = [
  "allow-scripts",
  "allow-same-origin",
  "allow-forms",
  "allow-top-navigation-by-user-activation",
] as const;

/** Returns the problems found in the pasted text. It sends no request: a URL that a user typed is never fetched. */
export function checkHost({ page, pasted, shop, registered }: HostCheck): readonly HostFinding[] {
  const origin = originOf(page);
  const policies = policiesIn(pasted);
  return [
    ...(origin?.startsWith("http:") && !isOnThisMachine(origin) ? [{ fault: "insecure" } as const] : []),
    ...(origin !== undefined && !isRegistered(origin, registered)
      ? [{ fault: "unregistered", line: origin } as const]
      : []),
    ...(pasted.trim() !== "" && policies.length === 0 && !HEADERS_OR_HTML.test(pasted)
      ? [{ fault: "unreadable" } as const]
      : []),
    ...policies.flatMap((policy) => policyFindings(policy, shop, tagsOf(pasted, shop))),
    ...markupFindings(pasted, shop),
  ];
}

/** Returns whether a page of this origin may frame an embed. */
export function isRegistered(origin: string, registered: readonly string[]): boolean {
  return URL.canParse(origin) && registered.some((pattern) => matches(pattern, origin));
}

/** A status line, a header that servers send, or a tag. A copied header may have its value in the next line. */
const HEADERS_OR_HTML =
  /^\s*(?:HTTP\/\d|(?:accept|access-control|age|alt-svc|cache-control|connection|content|cross-origin|date|etag|expires|last-modified|link|location|permissions-policy|pragma|referrer-policy|server|set-cookie|strict-transport|transfer|vary|via|x-)[\w-]*\s*(?::|$))|<[a-z!][^>]*>/im;

type Policy = ReadonlyMap<string, readonly string[]>;

function policyFindings(policy: Policy, shop: string, tags: readonly string[]): readonly HostFinding[] {
  const frames = firstOf(policy, ["frame-src", "child-src", "default-src"]);
  const scripts = firstOf(policy, ["script-src-elem", "script-src", "default-src"]);
  const sandbox = policy.get("sandbox");
  return [
    ...(frames && !allows(frames, shop)
      ? [{ fault: "frame_src", line: withSource("frame-src", frames, shop) } as const]
      : []),
    ...(scripts && !hasNonce(scripts, tags) ? scriptFindings(scripts, shop) : []),
    ...(sandbox && !isEnough(sandbox) ? [{ fault: "sandbox", line: withTokens("sandbox ", sandbox) } as const] : []),
  ];
}

/** Where `strict-dynamic` rules, no address in the policy counts: the tag needs the nonce of its page. */
function scriptFindings(scripts: readonly string[], shop: string): readonly HostFinding[] {
  if (scripts.includes("'strict-dynamic'"))
    return [{ fault: "script_nonce", line: `<script type="module" nonce="…" src="${shop}/embed.js"></script>` }];
  return allows(scripts, shop) ? [] : [{ fault: "script_src", line: withSource("script-src", scripts, shop) }];
}

/** A nonce is another one on each visit, so its value is not compared: headers and HTML may be of two. */
function hasNonce(scripts: readonly string[], tags: readonly string[]): boolean {
  const isOfPolicy = scripts.some((source) => source.startsWith("'nonce-"));
  return isOfPolicy && tags.some((tag) => /^<script/i.test(tag) && attribute(tag, "nonce") !== undefined);
}

/** Returns the tags that load our script or an embed. */
function tagsOf(pasted: string, shop: string): readonly string[] {
  return [...pasted.matchAll(/<(?:script|iframe)\b[^>]*>/gi)]
    .map(([tag]) => tag)
    .filter((tag) => attribute(tag, "src")?.startsWith(shop) || attribute(tag, "data-src")?.startsWith(shop));
}

function markupFindings(pasted: string, shop: string): readonly HostFinding[] {
  const found: HostFinding[] = [];
  for (const tag of tagsOf(pasted, shop)) {
    const sandbox = attribute(tag, "sandbox");
    if (/^<script/i.test(tag) && attribute(tag, "type") !== "module")
      found.push({ fault: "consent", line: `<script type="module" src="${shop}/embed.js"></script>` });
    if (sandbox !== undefined && !isEnough(words(sandbox)))
      found.push({ fault: "frame_sandbox", line: `${withTokens('sandbox="', words(sandbox))}"` });
  }
  return found;
}

/** Every header line and every meta element is a separate policy, and all of them apply. A policy may be pasted without its header. */
function policiesIn(pasted: string): readonly Policy[] {
  const headers = [...pasted.matchAll(/^\s*content-security-policy\s*(?::\s*|\r?\n\s*)(.+)$/gim)].map(
    ([, text = ""]) => text,
  );
  const bare = headers.length === 0 && /^\s*[a-z]+-src(?:-elem)?\s/i.test(pasted) ? [pasted] : [];
  const metas = [...pasted.matchAll(/<meta\b[^>]*content-security-policy[^>]*>/gi)].map(
    ([tag]) => attribute(tag, "content") ?? "",
  );
  return [...headers, ...bare, ...metas].map((text) => {
    const policy = new Map<string, readonly string[]>();
    for (const part of text.split(";")) {
      const [name, ...sources] = words(part);
      // The first of repeated directives counts.
      if (name !== undefined && !policy.has(name.toLowerCase())) policy.set(name.toLowerCase(), sources);
    }
    return policy;
  });
}

function firstOf(policy: Policy, names: readonly string[]): readonly string[] | undefined {
  const name = names.find((each) => policy.has(each));
  return name === undefined ? undefined : policy.get(name);
}

function allows(sources: readonly string[], shop: string): boolean {
  return sources.some((source) =>
    matches(
      source.toLowerCase().replace(/\/.*$/, (rest) => (rest.startsWith("//") ? rest : "")),
      shop,
    ),
  );
}

/** Returns whether an origin matches a source of a policy: `https://*.example`, `https:`, `*` or an origin. */
function matches(pattern: string, origin: string): boolean {
  const url = new URL(origin);
  const plain = pattern.replace(/\/+$/, "");
  if (plain === "*") return true;
  if (/^[a-z]+:$/.test(plain)) return plain === url.protocol;
  const [, scheme, host = "", port] = /^(?:([a-z]+:)\/\/)?([^:/]+)(?::(\d+|\*))?/.exec(plain) ?? [];
  if (scheme !== undefined && scheme !== url.protocol) return false;
  if (port !== "*" && (port ?? "") !== url.port) return false;
  return host.startsWith("*.") ? url.hostname.endsWith(host.slice(1)) : host === url.hostname;
}

function withSource(directive: string, sources: readonly string[], shop: string): string {
  return [directive, ...sources.filter((source) => source !== "'none'"), shop].join(" ");
}

function withTokens(before: string, tokens: readonly string[]): string {
  return before + [...new Set([...tokens, ...SANDBOX_NEEDS])].join(" ");
}

function isEnough(tokens: readonly string[]): boolean {
  const has = (token: string) => tokens.includes(token);
  return SANDBOX_NEEDS.every(
    (token) => has(token) || (token === "allow-top-navigation-by-user-activation" && has("allow-top-navigation")),
  );
}

function attribute(tag: string, name: string): string | undefined {
  const [, double, single, bare] =
    new RegExp(`\\s${name}(?:\\s*=\\s*(?:"([^"]*)"|'([^']*)'|([^\\s>]+)))?(?=[\\s>/])`, "i").exec(tag) ?? [];
  const isThere = new RegExp(`\\s${name}(?=[\\s=>/])`, "i").test(tag);
  return isThere ? (double ?? single ?? bare ?? "") : undefined;
}

function words(text: string): readonly string[] {
  return text.split(/\s+/).filter(Boolean);
}
