import type { ReactNode } from "react";
import { buttonClasses } from "@/components/ui/button";
import { VisitorShell } from "@/components/ui/visitor-shell";
import { getPageUser } from "@/lib/account/accounts/server/page-user";
import { SignedInShell } from "../signed-in-shell";

/** Wraps the pages that everyone can read, signed in or not (specification 2.1 and 2.2). */
export async function LegalShell({ appName, children }: { appName: string; children: ReactNode }) {
  if (await getPageUser()) return <SignedInShell>{children}</SignedInShell>;
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
