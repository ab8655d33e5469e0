import type { FastifyInstance } from "fastify";
import { isReady } from "#src/platform/use-cases/is-ready.ts";
import type { World } from "#src/platform/world.ts";

/** For whoever starts and watches the process: alive, and able to answer. Outside the interface, so without a user. */
export function mountHealth(app: FastifyInstance, world: World): void {
  app.get("/health", async () => ({ ok: true }));
  app.get("/ready", async (_request, reply) => {
    const ok = await isReady(world);
    return reply.code(ok ? 200 : 503).send({ ok });
  });
}
