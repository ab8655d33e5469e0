/**
 * Returns the Content-Security-Policy of a page. `allowed` lists hashes or a nonce for its inline scripts. Only the
 * origins in `framers` may frame the page.
 */
export function pagePolicy(allowed: string, framers: readonly string[] = []): string {
  return [
    "default-src 'self'",
    `script-src 'self' ${allowed}`.trim(),
    "style-src 'self'",
    "img-src 'self' data: blob:",
    "font-src 'self'",
    "connect-src 'self'",
    // The order page has a worker. It is reached from other pages without a new document, so each of them names it.
    "worker-src 'self'",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    `frame-ancestors ${framers.join(" ") || "'none'"}`,
  ].join("; ");
}
