"use client";

import { ChevronDown, type LucideIcon } from "lucide-react";
import Link from "next/link";
import { type ReactNode, useId } from "react";
import { cn } from "@/components/ui/class-names";

export interface MenuDisclosureProps {
  name: string;
  Icon: LucideIcon;
  isOpen: boolean;
  onToggle: () => void;
  children: ReactNode;
}

/** A group in a menu of links that expands in place (WAI-ARIA disclosure navigation). */
export function MenuDisclosure({ name, Icon, isOpen, onToggle, children }: MenuDisclosureProps) {
  const id = useId();
  return (
    <li>
      <button
        type="button"
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={onToggle}
        className="menu-item w-full py-2 text-left font-semibold"
      >
        <Icon aria-hidden="true" />
        <span className="min-w-0 flex-1">{name}</span>
        <ChevronDown
          aria-hidden="true"
          className={cn("transition-transform duration-200", isOpen && "rotate-180")}
        />
      </button>
      <div id={id} hidden={!isOpen} className="pb-1.5">
        {isOpen && children}
      </div>
    </li>
  );
}

/** The links of a group. */
export function MenuLinks({
  entries,
  onFollow,
}: {
  entries: readonly { href: string; label: string; Icon?: LucideIcon }[];
  onFollow: () => void;
}) {
  return (
    <ul>
      {entries.map(({ href, label, Icon }) => (
        <li key={href}>
          <Link href={href} prefetch={false} onClick={onFollow} className="menu-item py-2 pl-11">
            {Icon && <Icon aria-hidden="true" />}
            {label}
          </Link>
        </li>
      ))}
    </ul>
  );
}
