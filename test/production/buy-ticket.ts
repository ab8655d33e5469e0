import { readFileSync } from "node:fs";
import { alertsIn, isPaid, reachPayment } from "./purchase.ts";

/** `buy-ticket.ts <address of an event> <file of its authority>`: buys a ticket with the good test card, as a buyer without JavaScript. */
const [address = "", authority = ""] = process.argv.slice(2);
const { origin, pathname } = new URL(address);
const shop = { origin, ca: readFileSync(authority, "utf8"), network: "192.0.2.1" };
const end = await (await reachPayment(shop, pathname)).pay("4111 1111 1111 1111");
if (!isPaid(end)) throw new Error(`The payment led to ${alertsIn(end)}`);
