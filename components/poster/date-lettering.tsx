export type DateLetteringProps = { readonly day: string; readonly month: string };

/**
 * The event's date on its generated poster. It repeats the text beside it, so it is drawn by the stylesheet and not part
 * of the page's text. The scrim keeps white readable on any picture.
 */
export function DateLettering({ day, month }: DateLetteringProps) {
  return (
    <div
      aria-hidden="true"
      className="figures absolute inset-0 flex flex-col justify-end bg-[linear-gradient(transparent_25%,#0e0c26d0)] p-2.5 font-display font-extrabold text-white sm:p-4"
    >
      <span
        data-text={day}
        className="text-[2.5rem]/[.9] tracking-[-.04em] before:content-[attr(data-text)] sm:text-[4.5rem]/[.85]"
      />
      <span data-text={month} className="text-sm/tight before:content-[attr(data-text)] sm:text-xl/tight" />
    </div>
  );
}
