import { randomBytes } from "node:crypto";
import { DEFAULT_FOLDERS } from "./launcher/data-folder.ts";
import { bringUp, launch } from "./launcher/launch.ts";
import { createRemote } from "./launcher/remote.ts";
import { createSandbox } from "./sandbox/sandbox.ts";

/** Actions are compiled anew at each start, so that their key need not outlive it. */
const newKey = async () => randomBytes(32).toString("base64");

/**
 * `npm run dev`: the sandbox without a build. Next's development server shows a saved component without a reload, and
 * the service restarts when one of its files is saved. A program that ends stops everything: its reason is on screen.
 */
await launch({
  folder: DEFAULT_FOLDERS.dev,
  bringUp: (options) =>
    options.operator.isRemote
      ? bringUp(createRemote({ ...options, reloads: true }), options, newKey)
      : bringUp(createSandbox({ ...options, reloads: true }), options, newKey),
});
