"use client";

import { useQuery } from "@tanstack/react-query";
import { Plus, Settings } from "lucide-react";
import Link from "next/link";
import { useRef, useState } from "react";
import { FamilyLine } from "@/components/family/families/family-line";
import { useSwitchFamily } from "@/components/family/families/use-switch-family";
import { useAuth } from "@/components/session/session-auth-provider";
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuLabel,
  DropdownMenuRadioGroup,
  DropdownMenuRadioItem,
  DropdownMenuSeparator,
  DropdownMenuTrigger,
} from "@/components/ui/dropdown-menu";
import { fetchedPart } from "@/components/ui/fetched-part";
import type { LazyMenuContentProps } from "@/components/ui/lazy-menu";
import { userFamiliesOptions } from "@/lib/family/families/client/queries";

const CreateFamilyDialog = fetchedPart(
  async () => (await import("@/components/family/families/create-family-dialog")).CreateFamilyDialog,
);

/** The person's families, to switch between, and a way to create one. */
export function FamilySwitcherContent({ trigger }: LazyMenuContentProps) {
  const { user } = useAuth();
  const { data: families, isPending, refetch } = useQuery(userFamiliesOptions());
  const { switchTo } = useSwitchFamily();
  const [isCreating, setIsCreating] = useState(false);
  const triggerRef = useRef<HTMLButtonElement>(null);
  const current = user?.currentFamily?.id;
  return (
    <>
      <DropdownMenu defaultOpen>
        <DropdownMenuTrigger asChild ref={triggerRef}>
          {trigger}
        </DropdownMenuTrigger>
        <DropdownMenuContent align="start" className="w-[330px]">
          <DropdownMenuLabel id="your-families">Your families</DropdownMenuLabel>
          {isPending && <p className="px-3.5 py-2.5 text-ink-soft">Loading your families…</p>}
          {!isPending && !families && (
            <DropdownMenuItem
              onSelect={(event) => {
                event.preventDefault();
                void refetch();
              }}
            >
              They could not be loaded. Try again
            </DropdownMenuItem>
          )}
          <DropdownMenuRadioGroup
            aria-labelledby="your-families"
            value={current ?? ""}
            onValueChange={(id) => {
              if (id !== current) void switchTo(id);
            }}
          >
            {families?.map((family) => (
              <DropdownMenuRadioItem key={family.id} value={family.id} className="py-2">
                <FamilyLine family={family} />
              </DropdownMenuRadioItem>
            ))}
          </DropdownMenuRadioGroup>
          <DropdownMenuSeparator />
          <DropdownMenuItem asChild>
            <Link href="/settings?tab=family">
              <Settings aria-hidden="true" />
              Family settings
            </Link>
          </DropdownMenuItem>
          {!user?.isChild && (
            <DropdownMenuItem disabled={!families} onSelect={() => setIsCreating(true)}>
              <Plus aria-hidden="true" />
              Create New Family
            </DropdownMenuItem>
          )}
        </DropdownMenuContent>
      </DropdownMenu>
      {isCreating && (
        <CreateFamilyDialog
          families={families ?? []}
          opener={triggerRef}
          onClose={() => setIsCreating(false)}
        />
      )}
    </>
  );
}
