import Fastify, { type FastifyInstance } from "fastify";
import { z } from "zod";
import type { Db } from "#src/platform/store/db.ts";
import { type Faults, SERVICE_STATES } from "#test/faults.ts";

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
