"use client";

import { useQueryClient } from "@tanstack/react-query";
import { Ban, EllipsisVertical, LogOut, ShieldCheck, ShieldOff, UserCheck } from "lucide-react";
import { useState } from "react";
import {
  EndSessionsDialog,
  LiftSuspensionDialog,
  SuspendDialog,
} from "@/components/operations/super-admin/person-dialogs";
import { SuperAdminDialog } from "@/components/operations/super-admin/super-admin-dialog";
import { useAuth } from "@/components/session/session-auth-provider";
import { Button } from "@/components/ui/button";
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuTrigger,
} from "@/components/ui/dropdown-menu";
import { toast } from "@/components/ui/toast";
import { usersKey } from "@/lib/operations/super-admin/client/queries";
import type { AdminUserDto } from "@/lib/operations/super-admin/schema";

type Opened = "superAdmin" | "suspend" | "lift" | "sessions" | null;

/** A super admin's actions on someone's account. */
export function PersonActions({ user }: { user: AdminUserDto }) {
  const { user: self } = useAuth();
  const queryClient = useQueryClient();
  const [opened, setOpened] = useState<Opened>(null);
  const isSelf = self?.id === user.id;
  const { username, isSuperAdmin, isChild, suspendedAt, families } = user;
  // The same rule as the server's: actions it always refuses are not offered.
  const canBeMade = !isSuperAdmin && !isChild && !suspendedAt && families.length === 0;

  async function done(title: string) {
    await queryClient.invalidateQueries({ queryKey: [usersKey] });
    toast({ title });
    setOpened(null);
  }
  const dialog = { user, onClose: () => setOpened(null), onDone: done };

  return (
    <>
      <DropdownMenu>
        <DropdownMenuTrigger asChild>
          <Button variant="secondary" size="icon" aria-label={`Actions for ${username}`}>
            <EllipsisVertical aria-hidden="true" />
          </Button>
        </DropdownMenuTrigger>
        <DropdownMenuContent>
          {(isSuperAdmin || canBeMade) && (
            <DropdownMenuItem onSelect={() => setOpened("superAdmin")}>
              {isSuperAdmin ? <ShieldOff aria-hidden="true" /> : <ShieldCheck aria-hidden="true" />}
              {isSuperAdmin ? "Remove as super admin" : "Make super admin"}
            </DropdownMenuItem>
          )}
          <DropdownMenuItem onSelect={() => setOpened("sessions")}>
            <LogOut aria-hidden="true" />
            {isSelf ? "Sign out everywhere else" : "Sign out everywhere"}
          </DropdownMenuItem>
          {suspendedAt ? (
            <DropdownMenuItem onSelect={() => setOpened("lift")}>
              <UserCheck aria-hidden="true" />
              Lift suspension
            </DropdownMenuItem>
          ) : (
            !isSelf && (
              <DropdownMenuItem onSelect={() => setOpened("suspend")}>
                <Ban aria-hidden="true" />
                Suspend
              </DropdownMenuItem>
            )
          )}
        </DropdownMenuContent>
      </DropdownMenu>
      {opened === "superAdmin" && <SuperAdminDialog {...dialog} />}
      {opened === "sessions" && <EndSessionsDialog {...dialog} isSelf={isSelf} />}
      {opened === "suspend" && <SuspendDialog {...dialog} />}
      {opened === "lift" && <LiftSuspensionDialog {...dialog} />}
    </>
  );
}
