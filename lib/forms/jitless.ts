import { config } from "zod/mini";

/** Our pages forbid code made from text, and so much as trying would be reported: the browser's schemas never try. */
config({ jitless: true });
