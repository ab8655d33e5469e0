import type { ReactNode } from "react";

/** Returns the link of a message: `t.rich("help", { email, link: mailLink(email) })`. */
export function mailLink(email: string) {
  return (words: ReactNode) => (
    <a href={`mailto:${email}`} className="underline underline-offset-4">
      {words}
    </a>
  );
}
