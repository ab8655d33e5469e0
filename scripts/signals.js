import { say } from "./say.js";

/** Ctrl-C reaches npm as well, which hands it on: the same wish may arrive twice. */
const SAME_WISH_MS = 2_000;

/**
 * Ctrl-C, a closed terminal or a kill: everything that was started stops in order, then we do. Asked again later,
 * it stops at once.
 */
export function stopWithUs(house, letGo = () => {}) {
  let asked = 0;
  let tellDone;
  const done = new Promise((resolve) => {
    tellDone = resolve;
  });

  async function stop() {
    if (asked > 0) {
      if (Date.now() - asked > SAME_WISH_MS) house.killAll();
      return;
    }
    asked = Date.now();
    say("\nStopping …");
    await house.stop();
    letGo();
    say("Stopped.");
    tellDone();
    process.exit(0);
  }

  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(signal, stop);
  return { asked: async () => asked > 0, done };
}
