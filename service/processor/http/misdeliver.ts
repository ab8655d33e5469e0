import type { FastifyReply } from "fastify";

/** The connection is reset where the answer should have come: the caller cannot tell what happened. */
export function reset(reply: FastifyReply): void {
  reply.hijack();
  reply.raw.socket?.resetAndDestroy();
}

/** Headers that promise the whole answer, half of it, and the end of the connection. */
export function sendHalf(reply: FastifyReply, answer: object): void {
  const text = JSON.stringify(answer);
  reply.hijack();
  reply.raw.writeHead(200, { "content-type": "application/json; charset=utf-8", "content-length": text.length });
  reply.raw.write(text.slice(0, text.length / 2));
  reply.raw.socket?.end();
}
