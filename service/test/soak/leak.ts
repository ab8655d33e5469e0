// Preloaded by the control of the soak: a program that keeps some memory for good ten times a second, and a file a second.

import { openSync } from "node:fs";

const kept: unknown[] = [];
setInterval(() => kept.push(Array.from({ length: 2_000 }, (_, at) => ({ at }))), 100).unref();
setInterval(() => openSync(process.execPath, "r"), 1_000).unref();
