import { launch } from "./launcher/launch.ts";

/**
 * `npm run dev`: the sandbox without a build. Next's development server shows a saved component without a reload, and
 * the service restarts when one of its files is saved. When a program ends, everything stops and its output is shown.
 */
await launch({ folder: "dev", reloads: true });
