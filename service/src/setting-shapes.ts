import { isAbsolute } from "node:path";
import { z } from "zod";

export const absolute = z.string("must be set to an absolute path").refine(isAbsolute, "must be an absolute path");

/** An address with a port, which is the part after the last colon. */
export const hostAndPort = z
  .string()
  .regex(/^[\w.:[\]-]+:\d{1,5}$/, "must be an address and a port such as 127.0.0.1:9464")
  .transform((text) => {
    const [, host = "", port] = /^(.+):(\d+)$/.exec(text) ?? [];
    return { host: host.replaceAll(/[[\]]/g, ""), port: Number(port) };
  })
  .refine(({ port }) => port <= 65_535, "must have a port up to 65535");
