import { subscribe } from "node:diagnostics_channel";
import { IncomingMessage } from "node:http";

/** There is no such page, and never will be: no language is called that. */
const NOWHERE = "/nowhere";

/**
 * An address that nobody can decode names nothing. Next would answer it with 500, as if we had failed, and anybody
 * could ring that alarm; sent to where nothing is, it is not found like any other.
 */
subscribe("http.server.request.start", (message) => {
  const { request } = Object(message);
  if (request instanceof IncomingMessage && !canBeDecoded(request.url ?? "")) request.url = NOWHERE;
});

function canBeDecoded(address: string): boolean {
  const [path = ""] = address.split("?", 1);
  try {
    decodeURIComponent(path);
    return true;
  } catch {
    return false;
  }
}
