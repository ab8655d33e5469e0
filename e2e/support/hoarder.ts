import type { Environment } from "./env.ts";

/** Posts the form of an embed as a program does: without a script or a cookie, from whichever address it likes. */
export function hoarder(env: Environment, eventId: number, ticketType: number) {
  return async (address: string, quantity: number): Promise<string> => {
    const response = await fetch(`${env.address}/reserve`, {
      method: "POST",
      redirect: "manual",
      headers: { Origin: new URL(env.address).origin, "X-Forwarded-For": address },
      body: new URLSearchParams({ event: `${eventId}`, locale: "en", [`qty.${ticketType}`]: `${quantity}` }),
    });
    return new URL(response.headers.get("location") ?? "", env.address).pathname;
  };
}
