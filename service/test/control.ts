import type { RequestListener, ServerResponse } from "node:http";
import Fastify, { type FastifyInstance } from "fastify";
import { z } from "zod";
import type { Db } from "#src/platform/store/db.ts";

/** `down` and `busy` answer every request with 503, `busy` with the code `BUSY`. */
const SERVICE_STATES = ["up", "down", "busy"] as const;
type ServiceState = (typeof SERVICE_STATES)[number];

const ageHolds = z.strictObject({ event: z.int().min(1), seconds: z.int().min(1) });
const oversell = z.strictObject({ event: z.int().min(1), places: z.int().min(1) });
const service = z.strictObject({ state: z.enum(SERVICE_STATES) });
const loseAnswer = z.strictObject({ path: z.string().startsWith("/"), times: z.int().min(0).default(1) });

/**
 * Lets a test expire one event's reservations, raise its limit of places, and break the connection. It exists in the test
 * entry point only.
 */
export function createControlPort(db: Db, faults: Faults): FastifyInstance {
  const app = Fastify({ forceCloseConnections: true });

  app.post("/age-holds", async (request) => {
    const { event, seconds } = ageHolds.parse(request.body);
    const aged = await db.query(
      `UPDATE sale SET expires_at = expires_at - make_interval(secs => $2), created_at = created_at - make_interval(secs => $2)
        WHERE event_id = $1 AND status IN ('RESERVED', 'LOCKED') AND holds_stock RETURNING id`,
      [event, seconds],
    );
    return { aged: aged.length };
  });
  // Only the stock rows change, as if the constraint were broken; the sections of the venue keep their capacity.
  app.post("/oversell", async (request) => {
    const { event, places } = oversell.parse(request.body);
    const lifted = await db.query(`UPDATE stock SET capacity = capacity + $2 WHERE event_id = $1 RETURNING id`, [
      event,
      places,
    ]);
    return { lifted: lifted.length };
  });
  app.post("/service", async (request) => {
    faults.setState(service.parse(request.body).state);
    return { ok: true };
  });
  app.post("/lose-answer", async (request) => {
    const { path, times } = loseAnswer.parse(request.body);
    faults.loseAnswers(path, times);
    return { ok: true };
  });
  return app;
}

/** Faults between the service and its callers, injected in front of the application. */
type Faults = {
  readonly around: (listener: RequestListener) => RequestListener;
  readonly setState: (state: ServiceState) => void;
  /** Handles the next `times` requests whose path ends with `path`, and drops their answers. */
  readonly loseAnswers: (path: string, times: number) => void;
};

export function createFaults(): Faults {
  let state: ServiceState = "up";
  const losses = new Map<string, number>();

  function isLost(path: string): boolean {
    const ending = [...losses.keys()].find((one) => path.endsWith(one) && (losses.get(one) ?? 0) > 0);
    if (ending === undefined) return false;
    losses.set(ending, (losses.get(ending) ?? 0) - 1);
    return true;
  }

  return {
    around: (listener) => (request, response) => {
      if (state !== "up") return answerUnavailable(response, state === "busy" ? "BUSY" : "FAULT");
      const path = (request.url ?? "").replace(/\?.*$/, "").replace(/\/$/, "");
      if (isLost(path)) hangUpAtTheEnd(response);
      return listener(request, response);
    },
    setState: (next) => {
      state = next;
    },
    loseAnswers: (path, times) => losses.set(path.replace(/\/$/, ""), times),
  };
}

function answerUnavailable(response: ServerResponse, code: "FAULT" | "BUSY"): void {
  const message = "The service is not available, for a test.";
  response.writeHead(503, { "content-type": "application/json", "retry-after": "1" });
  response.end(JSON.stringify({ successful: false, messages: [message], errors: [{ path: "", code, message }] }));
}

function hangUpAtTheEnd(response: ServerResponse): void {
  const hangUp = () => {
    response.socket?.destroy();
    return response;
  };
  Object.assign(response, { write: () => true, end: hangUp });
}
