import Link from "next/link";
import type { ReactNode } from "react";
import { Footer } from "@/components/ui/footer";
import { Logo } from "@/components/ui/logo";
import { SkipLink } from "@/components/ui/skip-link";

/** The frame of the logged-out pages: the name on top, one calm column, an unobtrusive footer. */
export function VisitorShell({
  appName,
  aside,
  children,
}: {
  appName: string;
  /** Shown opposite the name: a Sign In link, for example. */
  aside?: ReactNode;
  children: ReactNode;
}) {
  return (
    <div className="flex min-h-dvh flex-col">
      <SkipLink />
      <header className="mx-auto flex w-full max-w-[1240px] flex-wrap items-center justify-between gap-x-4 gap-y-1 px-4 py-3 md:px-6 md:py-5">
        <Link href="/" className="flex min-h-11 items-center rounded-xl">
          <Logo appName={appName} />
        </Link>
        {aside}
      </header>
      <main
        id="main"
        tabIndex={-1}
        className="mx-auto w-full max-w-[1240px] flex-1 px-4 pb-10 outline-none md:px-6"
      >
        {children}
      </main>
      <Footer appName={appName} />
    </div>
  );
}
