import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import type { FastifyInstance } from "fastify";
import type { Runtime } from "#src/platform/runtime.ts";

/** Mounts the probes of a process manager: `/health` for alive, `/ready` for able to sell, else with the reason. They need no user. */
export function mountHealth(app: FastifyInstance, whyNotReady: Runtime["whyNotReady"]): void {
  app.get("/health", async () => ({ ok: true }));
  app.get("/ready", async (_request, reply) => {
    const reason = await whyNotReady();
    return reason === undefined ? { ok: true } : reply.code(503).send({ ok: false, reason });
  });
}

const FOLDER = new URL("../../../setup/pictures/", import.meta.url);
const NAME = /^[a-z]+(-[a-z]+)*\.jpg$/;

/**
 * Mounts the pictures of the demo season, which need no user. Only a sandbox has them: its events name them by a path,
 * which is valid at whatever port it listens.
 */
export function mountDemoPictures(app: FastifyInstance): void {
  app.get<{ Params: { name: string } }>("/pictures/demo/:name", async (request, reply) => {
    const { name } = request.params;
    const bytes = NAME.test(name) && (await readFile(fileURLToPath(new URL(name, FOLDER))).catch(() => undefined));
    if (!bytes) return reply.callNotFound();
    return reply.type("image/jpeg").send(bytes);
  });
}
