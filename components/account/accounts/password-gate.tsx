"use client";

import { lazy, Suspense } from "react";
import { useAuth } from "@/components/session/session-auth-provider";

const ForcedPasswordDialog = lazy(async () => ({
  default: (await import("@/components/account/accounts/forced-password-dialog")).ForcedPasswordDialog,
}));

/**
 * Covers every page while the password is temporary (specification 2.6 and 4.1). A session opened by an admin's link
 * can't change it.
 */
export function PasswordGate() {
  const { user } = useAuth();
  if (!user?.passwordTemporary || user.isDirectAccess) return null;
  return (
    <Suspense>
      <ForcedPasswordDialog />
    </Suspense>
  );
}
