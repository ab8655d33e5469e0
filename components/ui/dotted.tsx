import { Children, type ReactNode } from "react";

/** Short facts in one line with dots between them. A dot belongs to the fact after it, and is cut off at the start of a line. */
export function Dotted({ children }: { readonly children: ReactNode }) {
  return (
    <span className="block overflow-x-clip">
      <span className="-ms-3.5 flex flex-wrap">
        {Children.map(children, (fact) =>
          fact === null || fact === "" ? null : (
            <span className="relative min-w-0 ps-3.5 before:absolute before:start-0 before:w-3.5 before:text-center before:content-['·']">
              {fact}{" "}
            </span>
          ),
        )}
      </span>
    </span>
  );
}
