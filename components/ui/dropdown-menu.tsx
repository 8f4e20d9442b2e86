"use client";

import * as Radix from "radix-ui/dropdown-menu";
import { type ComponentProps, type ReactNode, startTransition, useState } from "react";
import { cn } from "@/components/ui/class-names";

export interface DropdownMenuProps {
  defaultOpen?: boolean;
  children: ReactNode;
}

/**
 * Menus weigh 37 KB with their positioning: keep them out of a first load with next/dynamic or LazyMenu. The menu opens
 * only after the screen has responded to the press: on a slow phone, drawing it takes longer than a frame.
 */
export function DropdownMenu({ defaultOpen = false, children }: DropdownMenuProps) {
  const [isOpen, setIsOpen] = useState(defaultOpen);
  const change = (next: boolean) => (next ? startTransition(() => setIsOpen(true)) : setIsOpen(false));
  return (
    <Radix.Root open={isOpen} onOpenChange={change}>
      {children}
    </Radix.Root>
  );
}
export const DropdownMenuTrigger = Radix.Trigger;
export const DropdownMenuRadioGroup = Radix.RadioGroup;

export function DropdownMenuContent({ className, ...rest }: ComponentProps<typeof Radix.Content>) {
  return (
    <Radix.Portal>
      <Radix.Content
        align="end"
        sideOffset={8}
        collisionPadding={12}
        {...rest}
        className={cn("menu", className)}
      />
    </Radix.Portal>
  );
}

export function DropdownMenuItem({ className, ...rest }: ComponentProps<typeof Radix.Item>) {
  return <Radix.Item {...rest} className={cn("menu-item", className)} />;
}

/** One of several choices; the selected one is marked visually and for screen readers. */
export function DropdownMenuRadioItem({ className, ...rest }: ComponentProps<typeof Radix.RadioItem>) {
  return (
    <Radix.RadioItem
      {...rest}
      className={cn(
        "menu-item data-[state=checked]:font-bold data-[state=checked]:text-accent-strong",
        className,
      )}
    />
  );
}

export function DropdownMenuLabel({ className, ...rest }: ComponentProps<typeof Radix.Label>) {
  return <Radix.Label {...rest} className={cn("px-3.5 py-2 text-step--1 text-ink-faint", className)} />;
}

export function DropdownMenuSeparator() {
  return <Radix.Separator className="mx-2 my-1.5 h-px bg-line" />;
}
