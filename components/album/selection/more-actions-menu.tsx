"use client";

import { useContext } from "react";
import { MoreActionsContext } from "@/components/album/selection/more-actions-context";
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuTrigger,
} from "@/components/ui/dropdown-menu";
import type { LazyMenuContentProps } from "@/components/ui/lazy-menu";

/** On narrow screens: the less frequent actions on a selection. */
export function MoreActionsMenu({ trigger }: LazyMenuContentProps) {
  const actions = useContext(MoreActionsContext);
  return (
    <DropdownMenu defaultOpen>
      <DropdownMenuTrigger asChild>{trigger}</DropdownMenuTrigger>
      <DropdownMenuContent side="top">
        {actions.map(({ label, Icon, run }) => (
          <DropdownMenuItem key={label} onSelect={run}>
            <Icon aria-hidden="true" />
            {label}
          </DropdownMenuItem>
        ))}
      </DropdownMenuContent>
    </DropdownMenu>
  );
}
