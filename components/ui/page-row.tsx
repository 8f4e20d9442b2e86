"use client";

import Link from "next/link";
import { useEffect, useRef } from "react";
import { cn } from "@/components/ui/class-names";

export interface PageRowEntry {
  href: string;
  label: string;
  /** Other addresses of the same page. */
  also?: string;
}

export interface PageRowProps {
  label: string;
  entries: readonly PageRowEntry[];
  /** Path of the current entry. */
  current: string;
  /** The current entry is exactly this page, not its parent. */
  isPage?: boolean;
}

/** Related pages in one row; on a phone it scrolls sideways. */
export function PageRow({ label, entries, current, isPage = true }: PageRowProps) {
  const list = useRef<HTMLUListElement>(null);
  // On a phone the row is wider than the screen: the current entry must be in view.
  // biome-ignore lint/correctness/useExhaustiveDependencies: it moves with the page
  useEffect(() => {
    const active = list.current?.querySelector<HTMLElement>("[aria-current]");
    if (active && list.current) list.current.scrollLeft = active.offsetLeft - list.current.offsetLeft - 24;
  }, [current]);
  return (
    <nav aria-label={label}>
      <ul ref={list} className="flex gap-x-1 border-b border-line max-md:overflow-x-auto md:flex-wrap">
        {entries.map(({ href, label: text, also }) => {
          const isCurrent = href === current || also === current;
          return (
            <li key={href} className="flex-none">
              <Link
                href={href}
                prefetch={false}
                aria-current={isCurrent ? (isPage ? "page" : "true") : undefined}
                className={cn(
                  "inline-flex min-h-11 items-center border-b-3 px-3 text-[0.94rem] font-semibold no-underline -outline-offset-3 hover:text-ink",
                  isCurrent ? "border-accent-strong text-ink" : "border-transparent text-ink-soft",
                )}
              >
                {text}
              </Link>
            </li>
          );
        })}
      </ul>
    </nav>
  );
}
