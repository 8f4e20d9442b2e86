"use client";

import { Check } from "lucide-react";
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuLabel,
  DropdownMenuRadioGroup,
  DropdownMenuRadioItem,
  DropdownMenuSeparator,
  DropdownMenuTrigger,
} from "@/components/ui/dropdown-menu";
import type { LazyMenuContentProps } from "@/components/ui/lazy-menu";
import {
  changeSlideshowSettings,
  slideSeconds,
  useSlideshowSettings,
} from "@/lib/album/slideshow/client/settings";

const orders = [
  { isShuffled: false, label: "In order" },
  { isShuffled: true, label: "Shuffled" },
];

/** How long each photo is shown, and in which order. */
export function SlideshowMenuContent({ trigger }: LazyMenuContentProps) {
  const { seconds, isShuffled } = useSlideshowSettings();
  return (
    <DropdownMenu defaultOpen>
      <DropdownMenuTrigger asChild>{trigger}</DropdownMenuTrigger>
      <DropdownMenuContent side="top" align="center">
        <DropdownMenuLabel>Each photo for</DropdownMenuLabel>
        <DropdownMenuRadioGroup value={String(seconds)}>
          {slideSeconds.map((choice) => (
            <DropdownMenuRadioItem
              key={choice}
              value={String(choice)}
              onSelect={() => changeSlideshowSettings({ seconds: choice })}
            >
              {choice} seconds
              {choice === seconds && <Check aria-hidden="true" className="ml-auto" />}
            </DropdownMenuRadioItem>
          ))}
        </DropdownMenuRadioGroup>
        <DropdownMenuSeparator />
        <DropdownMenuRadioGroup value={String(isShuffled)}>
          {orders.map((order) => (
            <DropdownMenuRadioItem
              key={order.label}
              value={String(order.isShuffled)}
              onSelect={() => changeSlideshowSettings({ isShuffled: order.isShuffled })}
            >
              {order.label}
              {order.isShuffled === isShuffled && <Check aria-hidden="true" className="ml-auto" />}
            </DropdownMenuRadioItem>
          ))}
        </DropdownMenuRadioGroup>
      </DropdownMenuContent>
    </DropdownMenu>
  );
}
