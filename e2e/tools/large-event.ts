import { readFileSync } from "node:fs";
import { load } from "./visitor.ts";

const PLACES = 20_000;

/** The address of a ticketing service, the file with its authority, and a promoter's credential. */
type Service = { readonly service: string; readonly ca: string; readonly user?: string; readonly password?: string };

/** Puts one event on sale with places enough, as the promoter. Returns its id. */
export async function putOnSale({ service, ca, user, password }: Service): Promise<number> {
  const authorization = `Basic ${Buffer.from(`${user}:${password}`).toString("base64")}`;
  const send = async (method: "POST" | "PUT", path: string, body: object) => {
    const headers = { authorization, "content-type": "application/json", "accept-encoding": "identity" };
    const answer = await load(new URL(`${service}${path}`), {
      method,
      headers,
      body: JSON.stringify(body),
      ca: readFileSync(ca),
    });
    if (answer.status !== 200) throw new Error(`${path} answered ${answer.status}: ${answer.body}`);
    // The interface of the service defines this shape.
    return (JSON.parse(answer.body.toString()) as { readonly id: number }).id;
  };
  const address = { streetAddress1: "1 Quay Street", city: "Nelson", postcode: "7010", country: "NZ" };
  const venue = await send("POST", "/venue/", { name: "The Wharf", address, timeZone: "Pacific/Auckland" });
  const venueSection = await send("POST", "/venueSection/", { venue, name: "Floor", capacity: PLACES });
  const venueConfiguration = await send("POST", "/venueConfiguration/", {
    venue,
    name: "All",
    venueSections: [venueSection],
  });
  const words = { description: "The morning of an on-sale.", abstractText: "On sale.", tags: ["music"] };
  const event = await send("POST", "/event/", { name: "The Night Ferry", venue, venueConfiguration, ...words });
  const eventStart = `04-12-${new Date().getFullYear() + 1}T19:30`;
  const eventDate = await send("POST", "/eventDate/", { event, venueConfiguration, eventStart });
  await send("POST", "/ticketType/", { name: "Adult", prefix: "", price: 45, fee: 2.5, eventDate, venueSection });
  await send("PUT", `/event/${event}/publish/true`, {});
  return event;
}
