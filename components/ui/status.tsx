type StatusProps = {
  /** The look of the text. */
  readonly className: string;
  readonly children: string | undefined;
};

/**
 * A text that is spoken when it appears. Without a text it takes no room, but is never hidden: many screen readers announce only what
 * changes in a status they know.
 */
export function Status({ className, children = "" }: StatusProps) {
  return (
    <p role="status" className={children === "" ? "sr-only" : className}>
      {children}
    </p>
  );
}
