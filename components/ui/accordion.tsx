"use client";

import { ChevronDown } from "lucide-react";
import { type ReactNode, useId, useState } from "react";
import { cn } from "@/components/ui/class-names";

export interface AccordionItemProps {
  title: ReactNode;
  /** Beside the title, outside the button: a count or a link. */
  aside?: ReactNode;
  isOpenAtFirst?: boolean;
  /** Level of the heading around the button. */
  level?: 2 | 3;
  onOpenChange?: (isOpen: boolean) => void;
  /** Rendered once first opened, so closed items fetch nothing. */
  children: ReactNode;
  className?: string;
}

/** A collapsible section: a heading with a button, and its region (WAI-ARIA accordion pattern). */
export function AccordionItem({
  title,
  aside,
  isOpenAtFirst = false,
  level = 2,
  onOpenChange,
  children,
  className,
}: AccordionItemProps) {
  const id = useId();
  const [isOpen, setIsOpen] = useState(isOpenAtFirst);
  const [wasOpened, setWasOpened] = useState(isOpenAtFirst);
  const Heading = `h${level}` as const;

  function toggle() {
    setWasOpened(true);
    setIsOpen(!isOpen);
    onOpenChange?.(!isOpen);
  }

  return (
    <div className={className}>
      <div className="flex items-center justify-between gap-4">
        <Heading className="min-w-0 flex-1">
          <button
            type="button"
            id={`${id}-button`}
            aria-expanded={isOpen}
            aria-controls={`${id}-region`}
            onClick={toggle}
            className="flex min-h-11 w-full items-center gap-2.5 rounded-xl text-left"
          >
            {title}
            <ChevronDown
              aria-hidden="true"
              className={cn(
                "size-5 flex-none text-ink-faint transition-transform duration-200",
                isOpen && "rotate-180",
              )}
            />
          </button>
        </Heading>
        {aside}
      </div>
      {/* biome-ignore lint/a11y/useSemanticElements: a section element would need another heading */}
      <div id={`${id}-region`} role="region" aria-labelledby={`${id}-button`} hidden={!isOpen}>
        {wasOpened && children}
      </div>
    </div>
  );
}
