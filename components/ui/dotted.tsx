import { Children, type ReactNode } from "react";

/** Short facts in one line with dots between them. A dot belongs to the fact after it, and is cut off at the start of a line. */
export function Dotted({ children }: { readonly children: ReactNode }) {
  return (
    <span className="dotted">
      {Children.map(children, (fact) => {
        if (fact === null || fact === "") return null;
        return typeof fact === "string" ? <span>{`${fact} `}</span> : <span>{fact} </span>;
      })}
    </span>
  );
}
