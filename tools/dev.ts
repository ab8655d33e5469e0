import { randomBytes } from "node:crypto";
import { DEFAULT_FOLDERS } from "./launcher/data-folder.ts";
import { launch, prepareAndStart } from "./launcher/launch.ts";
import { createRemote } from "./launcher/remote.ts";
import { createSandbox } from "./sandbox/sandbox.ts";

/** Actions are compiled at each start, so their key need not be kept. */
const newKey = async () => randomBytes(32).toString("base64");

/**
 * `npm run dev`: the sandbox without a build. Next's development server shows a saved component without a reload, and
 * the service restarts when one of its files is saved. When a program ends, everything stops and its output is shown.
 */
await launch({
  folder: DEFAULT_FOLDERS.dev,
  prepareAndStart: (options) =>
    options.operator.isRemote
      ? prepareAndStart(createRemote({ ...options, reloads: true }), options, newKey)
      : prepareAndStart(createSandbox({ ...options, reloads: true }), options, newKey),
});
