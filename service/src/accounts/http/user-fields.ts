import { z } from "zod";
import { line, prose } from "#src/platform/http/fields.ts";

/** A colon separates the name from the password in the Authorization header, so the name has none. */
export const username = line(200).regex(/^[^:]+$/, "a user name has no colon");
export const password = z.string().normalize("NFC").max(200);
export const personName = prose(100).trim();
