import type { ReactNode } from "react";
import { BottomBar } from "@/components/layout/bottom-bar";
import { Footer } from "@/components/layout/footer";
import { Header } from "@/components/layout/header";
import { SkipLink } from "@/components/layout/skip-link";
import { UploadDialogMount } from "@/components/layout/upload-dialog-mount";
import type { UserDto } from "@/lib/features/accounts/schema";

export interface AppShellProps {
  appName: string;
  user: UserDto | null;
  children: ReactNode;
}

/** Header, page, footer, bottom bar and the upload dialog: everything around a signed-in page. */
export function AppShell({ appName, user, children }: AppShellProps) {
  const isInFamily = Boolean(user?.currentFamily);
  return (
    <>
      <SkipLink />
      <Header appName={appName} user={user} />
      <main
        id="main"
        tabIndex={-1}
        className="mx-auto min-h-[70dvh] max-w-[1240px] px-3.5 py-5 outline-none md:px-6 md:py-[30px]"
      >
        {children}
      </main>
      <Footer appName={appName} />
      {isInFamily && (
        <>
          <BottomBar />
          <UploadDialogMount />
        </>
      )}
    </>
  );
}
