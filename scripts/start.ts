import { launch } from "./launcher/launch.ts";
import { print } from "./lib/terminal.ts";

/** A program that ends is restarted up to three times, after growing waits; ten minutes without an end reset the count. */
const RESTART = { waitsMs: [1_000, 4_000, 16_000], stableMs: 600_000, note: print };

/** `npm start`: brings up a shop that sells, from a fresh clone or on the data of an earlier start. */
await launch({ folder: "start", restart: RESTART });
