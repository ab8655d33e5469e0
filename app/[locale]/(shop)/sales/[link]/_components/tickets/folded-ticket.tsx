"use client";

import { type ReactNode, useState } from "react";

type FoldedTicketProps = {
  readonly id: string;
  readonly row: ReactNode;
  readonly children: ReactNode;
};

/**
 * A ticket that is folded to a row until it is pressed, on a phone with script. Elsewhere, in print too, the stylesheet
 * shows it whole.
 */
export function FoldedTicket({ id, row, children }: FoldedTicketProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <div data-open={isOpen} className="folded-ticket">
      <button type="button" aria-expanded={isOpen} aria-controls={id} onClick={() => setOpen(!isOpen)}>
        {row}
      </button>
      <div id={id}>{children}</div>
    </div>
  );
}
