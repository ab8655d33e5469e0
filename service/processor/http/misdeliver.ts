import type { FastifyReply } from "fastify";

/** Resets the connection in place of an answer, so that the caller cannot know the outcome. */
export function reset(reply: FastifyReply): void {
  reply.hijack();
  reply.raw.socket?.resetAndDestroy();
}

/** Sends the headers of the whole answer, half of its body, and closes the connection. */
export function sendHalf(reply: FastifyReply, answer: object): void {
  const text = JSON.stringify(answer);
  reply.hijack();
  reply.raw.writeHead(200, { "content-type": "application/json; charset=utf-8", "content-length": text.length });
  reply.raw.write(text.slice(0, text.length / 2));
  reply.raw.socket?.end();
}
