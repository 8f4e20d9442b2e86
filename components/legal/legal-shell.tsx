import type { ReactNode } from "react";
import { AppShell } from "@/components/layout/app-shell";
import { VisitorShell } from "@/components/layout/visitor-shell";
import { buttonClasses } from "@/components/ui/button";
import type { UserDto } from "@/lib/features/accounts/schema";

/** Around the pages that everybody may read, signed in or not (specification 2.1 and 2.2). */
export function LegalShell({
  appName,
  user,
  children,
}: {
  appName: string;
  user: UserDto | null;
  children: ReactNode;
}) {
  if (user) {
    return (
      <AppShell appName={appName} user={user}>
        {children}
      </AppShell>
    );
  }
  return (
    <VisitorShell
      appName={appName}
      aside={
        <a href="/login" className={buttonClasses({ variant: "secondary" })}>
          Sign In
        </a>
      }
    >
      {children}
    </VisitorShell>
  );
}
