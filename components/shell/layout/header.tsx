import { Bell, ChevronsUpDown, Package, Printer, ShoppingBasket, Sparkles } from "lucide-react";
import Link from "next/link";
import { HeaderSearch } from "@/components/album/search/header-search";
import { FamilyIcon } from "@/components/family/families/family-icon";
import { NotificationBell } from "@/components/notify/notifications/notification-bell";
import { FamilySwitcher } from "@/components/shell/layout/family-switcher";
import { UploadMenu } from "@/components/shell/layout/upload-menu";
import { UserMenu } from "@/components/shell/layout/user-menu";
import { BasketBar } from "@/components/shop/basket/basket-bar";
import { BasketButton } from "@/components/shop/basket/basket-button";
import { PrintOrdersButton } from "@/components/shop/prints/print-orders-button";
import { buttonClasses } from "@/components/ui/button";
import { Logo } from "@/components/ui/logo";
import type { UserDto } from "@/lib/account/accounts/schema";
import type { UnreadCounts } from "@/lib/notify/notifications/schema";
import type { BasketAtStart } from "@/lib/shop/prints/basket-count";

export interface HeaderProps {
  appName: string;
  user: UserDto | null;
  /** The bell's initial counts; null for someone without a family. */
  unread?: UnreadCounts | null;
  /** Print orders no admin has seen yet; null for someone who isn't an admin. */
  unviewedOrders?: number | null;
  /** The initial contents of the basket; null for someone who can't order: a child, or someone without a family. */
  basket?: BasketAtStart | null;
}

/** The header of specification 2.5. Rendered on the server; only its search box and menus run in the browser. */
export function Header({ appName, user, unread = null, unviewedOrders = null, basket = null }: HeaderProps) {
  const family = user?.currentFamily;
  return (
    <header className="sticky top-0 z-20 border-b border-line bg-paper/86 backdrop-blur-lg">
      <div className="mx-auto flex max-w-[1240px] items-center gap-3 px-3.5 py-2 max-md:flex-wrap max-md:gap-y-1 md:gap-3.5 md:px-6 md:py-2.5">
        <Link href="/" className="flex min-h-11 items-center rounded-xl">
          <Logo appName={appName} isNameHiddenOnPhones={Boolean(family)} />
        </Link>
        {family && (
          <FamilySwitcher familyName={family.name}>
            <FamilyIcon icon={family.icon} className="size-[21px] flex-none" strokeWidth={1.9} />
            <span className="max-w-[20ch] truncate">{family.name}</span>
            <ChevronsUpDown aria-hidden="true" className="size-4 flex-none text-ink-soft" />
          </FamilySwitcher>
        )}
        {family && unread && (
          <NotificationBell userId={user.id} unread={unread}>
            <Bell aria-hidden="true" className="size-[23px]" strokeWidth={1.9} />
          </NotificationBell>
        )}
        {family && unviewedOrders !== null && (
          <PrintOrdersButton unviewed={unviewedOrders}>
            <Package aria-hidden="true" className="size-[23px]" strokeWidth={1.9} />
          </PrintOrdersButton>
        )}
        {family ? <HeaderSearch className="mx-auto hidden max-w-[420px] flex-1 md:block" /> : null}
        <div className="ml-auto flex flex-none items-center gap-1 md:gap-3.5">
          {family && basket && (
            <BasketButton basket={basket}>
              <ShoppingBasket aria-hidden="true" className="size-[23px]" strokeWidth={1.9} />
            </BasketButton>
          )}
          {family && user.subscriptionStatus === "active" && (
            // On phones the upload dialog has this link.
            <Link
              href="/ai-photo-sorter"
              aria-label="AI Sorter"
              className={buttonClasses({ variant: "secondary" }, "hidden md:inline-flex max-xl:px-3")}
            >
              <Sparkles aria-hidden="true" />
              <span className="max-xl:hidden">AI Sorter</span>
            </Link>
          )}
          {family && <UploadMenu className="hidden md:inline-flex" />}
          <UserMenu />
        </div>
      </div>
      {family && basket && (
        <BasketBar basket={basket}>
          <Printer aria-hidden="true" className="size-[21px] flex-none" strokeWidth={1.9} />
        </BasketBar>
      )}
    </header>
  );
}
