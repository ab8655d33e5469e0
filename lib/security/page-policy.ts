type Exceptions = {
  /** The origins that may frame the page. */
  readonly framers?: readonly string[];
  /** Whether the page may register a worker, which is a file of the storefront. */
  readonly hasWorker?: boolean;
};

/** Returns the Content-Security-Policy of a page. `allowed` lists hashes or a nonce for its inline scripts. */
export function pagePolicy(allowed: string, { framers = [], hasWorker = false }: Exceptions = {}): string {
  return [
    "default-src 'self'",
    `script-src 'self' ${allowed}`.trim(),
    "style-src 'self'",
    "img-src 'self' data: blob:",
    "font-src 'self'",
    "connect-src 'self'",
    `worker-src ${hasWorker ? "'self'" : "'none'"}`,
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    `frame-ancestors ${framers.join(" ") || "'none'"}`,
  ].join("; ");
}
