import { type DestinationStream, destination, pino } from "pino";
import { fieldsOfError, type Log, type LogFields, type LogLevel, maskFields } from "#src/platform/domain/log.ts";
import { requestContext } from "#src/platform/domain/request-context.ts";
import { currentTraceId } from "#src/platform/domain/trace.ts";

/** The numbers of pino's own levels; `alarm` is above them. */
const LEVELS = { debug: 20, info: 30, warn: 40, error: 50, alarm: 60 } as const satisfies Record<LogLevel, number>;

/**
 * Returns a log that writes one line of JSON for each event to standard output, with the id of the request for which it is
 * written. Lines are written at once, so that the last one before a crash is not lost.
 */
export function jsonLog(
  program: string,
  level: LogLevel,
  output: DestinationStream = destination({ dest: 1, sync: true }),
): Log {
  const lines = pino(
    {
      base: { program },
      level,
      customLevels: LEVELS,
      useOnlyCustomLevels: true,
      messageKey: "event",
      timestamp: () => `,"at":"${new Date().toISOString()}"`,
      formatters: { level: (name) => ({ level: name }) },
    },
    output,
  );
  return (at, event, fields = {}, error) => {
    if (!lines.isLevelEnabled(at)) return;
    const fault = error === undefined ? {} : fieldsOfError(error);
    lines[at](maskFields({ ...originOf(), ...fields, ...fault }), event);
  };
}

/** Returns the request and the trace for which a line is written. */
function originOf(): LogFields {
  const { request, others } = requestContext() ?? {};
  return { request, others, trace: currentTraceId() };
}
