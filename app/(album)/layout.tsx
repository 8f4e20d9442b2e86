import type { ReactNode } from "react";
import { AppShell } from "@/components/layout/app-shell";
import { getPageUser } from "@/lib/auth/page-actor";
import { env } from "@/lib/env";

export default async function AlbumLayout({ children }: { children: ReactNode }) {
  return (
    <AppShell appName={env.APP_NAME} user={await getPageUser()}>
      {children}
    </AppShell>
  );
}
