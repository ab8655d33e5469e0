import { type Rate, rateOf } from "./clients.ts";
import { openClient, requestBytes, type Target } from "./https-client.ts";

const CONNECTIONS = 200;

type Asked = { readonly credential: string; readonly eventId: number; readonly ticketTypeId: number };

/** Measures reservations over HTTPS, as the storefront sends them: TLS, HTTP, credential, schemas and batches. */
export async function httpsRate(
  target: Target,
  { credential, eventId, ticketTypeId }: Asked,
  seconds: number,
): Promise<Rate> {
  const body = { event: eventId, tickets: [{ ticketType: ticketTypeId, quantity: 1 }] };
  const request = requestBytes(target, { path: "/reservation/", credential, body });
  const clients = await Promise.all(Array.from({ length: CONNECTIONS }, () => openClient(target, request)));
  try {
    return await rateOf(CONNECTIONS, seconds, async (at) => {
      const answer = await clients[at]?.();
      if (answer?.status !== 200 || !answer.body.includes('"successful":true')) {
        throw new Error(`A reservation was answered ${answer?.status}: ${answer?.body.slice(0, 300)}`);
      }
    });
  } finally {
    for (const client of clients) client.close();
  }
}
