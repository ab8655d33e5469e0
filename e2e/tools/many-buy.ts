/** The page that refuses a reservation for load, before anything is reserved. It has the same form again. */
const MANY_BUY = ">Many people are buying right now</h1>";
/** The same for a script. */
const BUSY = /^busy \d+$/;

/** Returns whether a page refuses a reservation for load: the same form is sent again after a while. */
export function isManyBuy(html: string): boolean {
  return html.includes(MANY_BUY);
}

/** Returns after how many seconds a form is sent again that was refused for load, by a page or to a script; `undefined` for any other answer. */
export function secondsToWait(status: number, retryAfter: string | undefined, body: string): number | undefined {
  const isRefused = status === 503 && (isManyBuy(body) || BUSY.test(body));
  return isRefused ? Number(retryAfter) : undefined;
}
