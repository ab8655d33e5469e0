/**
 * Fetches JSON from a route of the storefront. Returns `undefined` without a usable response: the page then stays as it
 * is.
 */
export async function fetchStorefront(about: string): Promise<unknown> {
  const response = await fetch(`/api/${about}`, { cache: "no-store" }).catch(() => undefined);
  return response?.ok ? response.json().catch(() => undefined) : undefined;
}
