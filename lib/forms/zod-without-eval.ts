import { config } from "zod/mini";

/** The content security policy forbids code made from text and reports attempts, so the schemas make none. */
config({ jitless: true });
