import { Search } from "lucide";
import { buttonClass } from "#components/ui/button.tsx";
import { INPUT_CLASS } from "#components/ui/field.tsx";
import { Icon } from "#components/ui/icon.tsx";
import { FollowsAddress } from "./follows-address.tsx";

type SearchRowProps = { readonly q: string; readonly label: string; readonly go: string };

/** The search field with its button. */
export function SearchRow({ q, label, go }: SearchRowProps) {
  return (
    <div className="flex max-w-3xl flex-col gap-1.5">
      <label htmlFor="q" className="font-semibold">
        {label}
      </label>
      <div className="flex gap-2">
        <FollowsAddress value={q} className="min-w-0 flex-1">
          <input
            id="q"
            name="q"
            type="search"
            defaultValue={q}
            maxLength={200}
            autoComplete="off"
            enterKeyHint="search"
            className={`${INPUT_CLASS} border-line-strong`}
          />
        </FollowsAddress>
        <button type="submit" className={buttonClass("primary", "max-sm:px-4")}>
          <Icon of={Search} size={20} />
          <span className="max-sm:sr-only">{go}</span>
        </button>
      </div>
    </div>
  );
}
