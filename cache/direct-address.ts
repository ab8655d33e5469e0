import { subscribe } from "node:diagnostics_channel";
import { IncomingMessage } from "node:http";
import { isDirect } from "./settings.ts";

/**
 * With `TRUSTED_HOPS=direct` no proxy of ours appends to X-Forwarded-For, so a client can forge it. Next writes the
 * address of the connection only where the header is absent: the sent header is replaced before Next reads it.
 */
if (isDirect) {
  subscribe("http.server.request.start", (message) => {
    const { request } = Object(message);
    if (request instanceof IncomingMessage) request.headers["x-forwarded-for"] = request.socket.remoteAddress ?? "";
  });
}
