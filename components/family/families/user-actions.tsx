"use client";

import { EllipsisVertical, KeyRound, QrCode, UserCog, UserMinus } from "lucide-react";
import Link from "next/link";
import { useRef, useState } from "react";
import { RemoveUserDialog } from "@/components/family/families/remove-user-dialog";
import { RoleDialog } from "@/components/family/families/role-dialog";
import { TemporaryPasswordDialog } from "@/components/family/families/temporary-password-dialog";
import { useAuth } from "@/components/session/session-auth-provider";
import { Button } from "@/components/ui/button";
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuTrigger,
} from "@/components/ui/dropdown-menu";
import { canRemove, givableRoles } from "@/lib/family/families/client/role-rules";
import type { FamilyUserDto } from "@/lib/family/families/schema";

type Opened = "role" | "removal" | "password" | null;

/** An admin's actions on an account in the family. */
export function UserActions({ user, users }: { user: FamilyUserDto; users: readonly FamilyUserDto[] }) {
  const { user: self } = useAuth();
  const [opened, setOpened] = useState<Opened>(null);
  const triggerRef = useRef<HTMLButtonElement>(null);
  const role = self?.currentFamily?.role;
  if (!self || !role) return null;
  const actor = { id: self.id, role };
  const owners = users.filter((one) => one.role === "owner").length;
  const roles = givableRoles(actor, user, owners);
  const isRemovable = canRemove(actor, user);
  const isSelf = user.id === self.id;
  if (roles.length === 0 && !isRemovable) return null;
  const dialog = { user, opener: triggerRef, onClose: () => setOpened(null) };
  return (
    <>
      <DropdownMenu>
        <DropdownMenuTrigger asChild>
          <Button
            ref={triggerRef}
            variant="secondary"
            size="icon"
            aria-label={`Actions for ${user.displayName}`}
          >
            <EllipsisVertical aria-hidden="true" />
          </Button>
        </DropdownMenuTrigger>
        <DropdownMenuContent>
          {roles.length > 0 && (
            <DropdownMenuItem onSelect={() => setOpened("role")}>
              <UserCog aria-hidden="true" />
              Change role
            </DropdownMenuItem>
          )}
          {!isSelf && isRemovable && (
            <>
              {user.isOpenToPasswords && (
                <DropdownMenuItem onSelect={() => setOpened("password")}>
                  <KeyRound aria-hidden="true" />
                  Temporary password
                </DropdownMenuItem>
              )}
              {user.isOpenToLinks && (
                <DropdownMenuItem asChild>
                  <Link href={`/direct-access?user=${user.id}`}>
                    <QrCode aria-hidden="true" />
                    Sign-in link
                  </Link>
                </DropdownMenuItem>
              )}
              <DropdownMenuItem onSelect={() => setOpened("removal")}>
                <UserMinus aria-hidden="true" />
                Remove from the family
              </DropdownMenuItem>
            </>
          )}
        </DropdownMenuContent>
      </DropdownMenu>
      {opened === "role" && <RoleDialog {...dialog} roles={roles} />}
      {opened === "removal" && <RemoveUserDialog {...dialog} />}
      {opened === "password" && <TemporaryPasswordDialog {...dialog} />}
    </>
  );
}
