"use client";

import { Search } from "lucide-react";
import { usePathname, useRouter, useSearchParams } from "next/navigation";
import { type FormEvent, useEffect, useState } from "react";
import { cn } from "@/components/ui/class-names";
import { searchAddress } from "@/lib/album/media/search-parts";

function textIn(parameters: URLSearchParams): string {
  const tag = parameters.get("tag");
  return tag ? `#${tag.replace(/^#/, "")}` : (parameters.get("q") ?? "");
}

/** Opens /search on Enter. On /search itself typing changes the address, which that page follows (debounced there). */
export function HeaderSearch({ className }: { className?: string }) {
  const router = useRouter();
  const isOnSearch = usePathname() === "/search";
  const parameters = useSearchParams();
  const shown = isOnSearch ? textIn(parameters) : "";
  const [text, setText] = useState(shown);

  // Follows the address (Back, a hashtag's link) but not its own typing: a trailing space must survive.
  useEffect(() => {
    setText((current) => (current.trim() === shown ? current : shown));
  }, [shown]);

  function type(next: string) {
    setText(next);
    // Next keeps useSearchParams in step with history, without a round trip to the server.
    if (isOnSearch) window.history.replaceState(null, "", searchAddress(next, parameters.get("plain") ?? ""));
  }

  function submit(event: FormEvent) {
    event.preventDefault();
    if (!isOnSearch) router.push(searchAddress(text));
  }

  return (
    // biome-ignore lint/a11y/useSemanticElements: the search element is younger than the browsers we support
    <form role="search" onSubmit={submit} className={cn("relative", className)}>
      <Search
        aria-hidden="true"
        strokeWidth={1.9}
        className="pointer-events-none absolute inset-y-0 left-4 my-auto size-[21px] text-ink-faint"
      />
      <input
        type="search"
        name="q"
        aria-label="Search words or #hashtags"
        placeholder="Search words or #hashtags"
        autoComplete="off"
        enterKeyHint="search"
        value={text}
        onChange={(event) => type(event.target.value)}
        className="min-h-11 w-full rounded-full bg-sunk pr-4 pl-12 text-ink placeholder:text-ink-faint placeholder:opacity-100"
      />
    </form>
  );
}
