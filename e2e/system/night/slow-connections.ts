import { connect, type TLSSocket } from "node:tls";

type SlowConnections = { readonly port: number; readonly ca: string; readonly path: string; readonly count: number };

/**
 * Keeps so many connections open that never finish: a third sends half the head of a request, a third the head of a form whose body
 * never comes, and a third asks for a page and reads no byte of it. A connection that is closed is opened again.
 */
export function holdSlowConnections({ port, ca, path, count }: SlowConnections) {
  const open = new Set<TLSSocket>();
  let isOver = false;
  let closed = 0;
  const begin = (at: number) => {
    const socket = connect({ host: "localhost", port, ca, servername: "localhost" }, () => {
      if (at % 3 === 2) socket.pause();
      socket.write(requestOf(at, path));
    });
    open.add(socket);
    socket.on("error", () => {});
    socket.on("close", () => {
      open.delete(socket);
      closed += 1;
      if (!isOver) setTimeout(begin, 100, at);
    });
    if (at % 3 !== 2) socket.resume();
  };
  for (let at = 0; at < count; at += 1) begin(at);

  return {
    /** Ends them, and returns how many connections were open, and how many the edge had closed. */
    end() {
      isOver = true;
      const counts = { open: open.size, closed };
      for (const socket of open) socket.destroy();
      return counts;
    },
  };
}

function requestOf(at: number, path: string): string {
  const network = `X-Forwarded-For: 172.${16 + Math.floor(at / 250)}.${at % 250}.1\r\n`;
  if (at % 3 === 0) return `GET ${path} HTTP/1.1\r\nHost: localhost\r\n${network}`;
  if (at % 3 === 1)
    return `POST ${path} HTTP/1.1\r\nHost: localhost\r\n${network}Origin: https://localhost\r\nContent-Type: multipart/form-data; boundary=x\r\nContent-Length: 5000\r\n\r\n--x\r\n`;
  return `GET ${path}?${"x".repeat(100)} HTTP/1.1\r\nHost: localhost\r\n${network}\r\n`.repeat(20);
}
