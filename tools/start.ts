import { buildStorefront } from "./launcher/build.ts";
import { DEFAULT_FOLDERS } from "./launcher/data-folder.ts";
import { launch, prepareAndStart } from "./launcher/launch.ts";
import { createRemote } from "./launcher/remote.ts";
import { print } from "./lib/terminal.ts";
import { createSandbox } from "./sandbox/sandbox.ts";

/** A program that ends is restarted up to three times, after growing waits; ten minutes without an end reset the count. */
const RESTART = { waitsMs: [1_000, 4_000, 16_000], stableMs: 600_000, note: print };

/** `npm start`: brings up a shop that sells, from a fresh clone or on the data of an earlier start. */
await launch({
  folder: DEFAULT_FOLDERS.start,
  restart: RESTART,
  prepareAndStart: (options) =>
    options.operator.isRemote
      ? prepareAndStart(createRemote(options), options, buildStorefront)
      : prepareAndStart(createSandbox(options), options, buildStorefront),
});
