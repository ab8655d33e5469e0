import type { Environment } from "./target/env.ts";
import { openStorefront } from "./target/network.ts";

/**
 * Returns a function that posts the form of an embed as a script would: without cookies, with a client address of the
 * caller's choice. It resolves to the path that the storefront redirects to.
 */
export function reserveFromAddress(env: Environment, eventId: number, ticketType: number) {
  const storefront = openStorefront(env);
  return async (address: string, quantity: number): Promise<string> => {
    const response = await storefront.fetch("/reserve", {
      method: "POST",
      headers: { Origin: new URL(env.address).origin, "X-Forwarded-For": address },
      body: new URLSearchParams({ event: `${eventId}`, locale: "en", [`qty.${ticketType}`]: `${quantity}` }),
    });
    return new URL(response.headers.get("location") ?? "", env.address).pathname;
  };
}
