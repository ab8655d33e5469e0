/** The perforation: a dashed line between two notches, which show the page's own colour. */
export function Perforation() {
  return (
    <div aria-hidden="true" className="relative h-0">
      <span className="absolute inset-x-5 -top-px border-t-2 border-dashed border-line-strong" />
      <span className={`${NOTCH} -left-3.25 [clip-path:inset(0_0_0_calc(50%-1px))]`} />
      <span className={`${NOTCH} -right-3.25 [clip-path:inset(0_calc(50%-1px)_0_0)]`} />
    </div>
  );
}

const NOTCH = "absolute -top-3 size-6 rounded-full border border-line bg-canvas print:border-black print:bg-white";
