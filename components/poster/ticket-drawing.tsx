/** A drawing of two tickets, for an empty page. */
export function TicketDrawing() {
  return (
    <svg
      width="160"
      height="100"
      viewBox="0 0 160 100"
      aria-hidden="true"
      focusable="false"
      className="rtl:[scale:-1_1]"
    >
      <g className="stroke-accent-edge" strokeWidth="2">
        <path
          d="M13 40 97 16a6 6 0 0 1 7 4l3 9a8 8 0 0 0 5 15l3 9a6 6 0 0 1-4 7L27 84a6 6 0 0 1-7-4l-3-9a8 8 0 0 0-5-15l-3-9a6 6 0 0 1 4-7Z"
          strokeDasharray="5 5"
          className="fill-accent-soft"
        />
        <path
          d="m63 8 84 9a6 6 0 0 1 5 7l-1 10a8 8 0 0 0-2 16l-1 10a6 6 0 0 1-7 5l-84-9a6 6 0 0 1-5-7l1-10a8 8 0 0 0 2-16l1-10a6 6 0 0 1 7-5Z"
          className="fill-surface"
        />
        <path d="m121 16-4 44" fill="none" strokeDasharray="3 5" />
        <path d="m70 22 32 3.5M69 32l21 2" fill="none" strokeWidth="3" strokeLinecap="round" opacity="0.45" />
      </g>
    </svg>
  );
}
