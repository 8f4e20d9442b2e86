import Link from "next/link";
import { FamilyIcon } from "@/components/layout/family-icon";
import { HeaderSearch } from "@/components/layout/header-search";
import { Logo } from "@/components/layout/logo";
import { UploadMenu } from "@/components/layout/upload-menu";
import { UserMenu } from "@/components/layout/user-menu";
import type { UserDto } from "@/lib/features/accounts/schema";

/** The header of specification 2.5. Rendered on the server; only its search box and menus run in the browser. */
export function Header({ appName, user }: { appName: string; user: UserDto | null }) {
  const family = user?.currentFamily;
  return (
    <header className="sticky top-0 z-20 border-b border-line bg-paper/86 backdrop-blur-lg">
      <div className="mx-auto flex max-w-[1240px] items-center gap-3 px-3.5 py-2 md:gap-3.5 md:px-6 md:py-2.5">
        <Link href="/" className="flex min-h-11 items-center rounded-xl">
          <Logo appName={appName} isNameHiddenOnPhones={Boolean(family)} />
        </Link>
        {family && (
          <span className="flex min-h-11 min-w-0 items-center gap-2.5 rounded-full bg-sunk px-3.5 font-semibold">
            <FamilyIcon icon={family.icon} className="size-[21px] flex-none" strokeWidth={1.9} />
            <span className="sr-only">Your family: </span>
            <span className="max-w-[20ch] truncate">{family.name}</span>
          </span>
        )}
        {family ? <HeaderSearch className="mx-auto hidden max-w-[420px] flex-1 md:block" /> : null}
        <div className="ml-auto flex flex-none items-center gap-3.5">
          {family && <UploadMenu className="hidden md:inline-flex" />}
          <UserMenu />
        </div>
      </div>
    </header>
  );
}
