import type { Metadata } from "next";
import { PageNotFound } from "@/components/shell/layout/page-not-found";
import { VisitorShell } from "@/components/ui/visitor-shell";
import { getPageUser } from "@/lib/account/accounts/server/page-user";
import { env } from "@/lib/env";
import { SignedInShell } from "./signed-in-shell";

export const metadata: Metadata = { title: "Page Not Found" };

/**
 * Any path without a page (specification 2.2). No catch-all page calls notFound() instead: Next answers an unmatched
 * path with this page's complete HTML, but a thrown notFound() with an empty document for scripts to fill.
 */
export default async function NotFound() {
  const user = await getPageUser();
  if (!user) {
    return (
      <VisitorShell appName={env.APP_NAME}>
        <PageNotFound />
      </VisitorShell>
    );
  }
  return (
    <SignedInShell>
      <PageNotFound />
    </SignedInShell>
  );
}
