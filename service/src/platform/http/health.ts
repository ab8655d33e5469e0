import type { FastifyInstance } from "fastify";
import { isReady } from "#src/platform/use-cases/is-ready.ts";
import type { World } from "#src/platform/world.ts";

/** Mounts the probes of a process manager: `/health` for alive, `/ready` for able to answer. They need no user. */
export function mountHealth(app: FastifyInstance, world: World, isDraining: () => boolean): void {
  app.get("/health", async () => ({ ok: true }));
  app.get("/ready", async (_request, reply) => {
    const ok = !isDraining() && (await isReady(world));
    return reply.code(ok ? 200 : 503).send({ ok });
  });
}
