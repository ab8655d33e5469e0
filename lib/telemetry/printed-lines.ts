import "server-only";

import type { LogLevel } from "#lib/env.ts";
import { formState } from "#lib/telemetry/current-request.ts";
import { log } from "#lib/telemetry/log.ts";

/** The levels of what a library prints by each method. */
const LEVELS = { debug: "debug", log: "info", info: "info", warn: "warn", error: "error" } as const;

const COLOUR = new RegExp(`${String.fromCharCode(27)}\\[[\\d;]*m`, "g");
/** The symbols that the framework begins its lines with. */
const SYMBOLS = /^[\s▲⨯✓○⚠-]+/;

/** Writes what the framework and libraries print as lines of the log, so that each line is JSON and is masked. Called once at the start. */
export function logPrintedLines(): void {
  for (const [method, level] of Object.entries(LEVELS))
    Object.assign(console, {
      [method]: (...printed: readonly unknown[]) => {
        const text = textOf(printed);
        if (text !== "") log(levelOf(level), "The framework printed a text.", { text });
      },
    });
}

/** A form that cannot be read is a warning, not our error: a stranger could send any number of them. */
function levelOf(level: LogLevel): LogLevel {
  return level === "error" && formState() === "unread" ? "warn" : level;
}

/** Returns texts as they are, and errors by name, message and place. Other values may be whole requests, and are left out. */
export function textOf(printed: readonly unknown[]): string {
  return printed
    .map((part) => (part instanceof Error ? describe(part) : typeof part === "string" ? part : ""))
    .map((part) => part.replaceAll(COLOUR, "").replace(SYMBOLS, "").trim())
    .filter(Boolean)
    .join(" ");
}

/** Removes quoted text from the message, since it may quote the request. */
function describe({ name, message, stack = "" }: Error): string {
  const frames = stack.split("\n").filter((line) => /^\s+at /.test(line));
  return [`${name}: ${message.replaceAll(/"[^"]*("|$)/g, '"…"')}`, ...frames.slice(0, 12)].join("\n");
}
