"use client";

import { ChevronDown } from "lucide-react";
import { type ReactNode, useEffect, useId, useState } from "react";
import { cn } from "@/components/ui/class-names";

export interface FoldedOnPhoneProps {
  /** Names what is collapsed. */
  title: string;
  isOpenAtFirst: boolean;
  /** A URL fragment with this prefix refers to something inside. */
  anchor: string;
  children: ReactNode;
}

/** Collapses a card on phones, where it would come before the pictures; on wider screens the card is simply shown. */
export function FoldedOnPhone({ title, isOpenAtFirst, anchor, children }: FoldedOnPhoneProps) {
  const id = useId();
  const [isOpen, setIsOpen] = useState(isOpenAtFirst);
  useEffect(() => {
    const follow = () => {
      if (window.location.hash.startsWith(`#${anchor}`)) setIsOpen(true);
    };
    follow();
    window.addEventListener("hashchange", follow);
    return () => window.removeEventListener("hashchange", follow);
  }, [anchor]);
  return (
    <>
      <button
        type="button"
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => setIsOpen(!isOpen)}
        className="flex min-h-11 w-full items-center justify-between gap-3 rounded-2xl bg-sunk px-4 text-left font-semibold md:hidden"
      >
        {title}
        <ChevronDown
          aria-hidden="true"
          className={cn("size-5 flex-none transition-transform duration-200", isOpen && "rotate-180")}
        />
      </button>
      <div id={id} className={cn("max-md:mt-2.5", !isOpen && "max-md:hidden")}>
        {children}
      </div>
    </>
  );
}
