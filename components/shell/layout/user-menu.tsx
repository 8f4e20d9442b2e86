"use client";

import Link from "next/link";
import { useAuth } from "@/components/session/session-auth-provider";
import { Avatar } from "@/components/ui/avatar";
import { buttonClasses } from "@/components/ui/button";
import { LazyMenu } from "@/components/ui/lazy-menu";

const load = async () => (await import("@/components/shell/layout/user-menu-content")).UserMenuContent;

/** The user menu of specification 2.5, or Sign In if nobody is signed in. */
export function UserMenu() {
  const { user } = useAuth();
  if (!user) {
    return (
      <Link href="/login" className={buttonClasses()}>
        Sign In
      </Link>
    );
  }
  return (
    <LazyMenu
      load={load}
      popup="dialog"
      aria-label={`Your account, ${user.displayName}`}
      className="grid size-11 place-items-center rounded-full"
    >
      <Avatar name={user.displayName} />
    </LazyMenu>
  );
}
