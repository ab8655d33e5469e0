/**
 * Everything a page of ours may do, save for its inline scripts, which `allowed` names by hash or by nonce. Nobody may
 * put it into a frame, but for the `framers` of an embed.
 */
export function pagePolicy(allowed: string, framers: readonly string[] = []): string {
  return [
    "default-src 'self'",
    `script-src 'self' ${allowed}`.trim(),
    "style-src 'self'",
    "img-src 'self' data: blob:",
    "font-src 'self'",
    "connect-src 'self'",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    `frame-ancestors ${framers.join(" ") || "'none'"}`,
  ].join("; ");
}
