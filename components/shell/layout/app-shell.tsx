import type { ReactNode } from "react";
import { ShareSheetMount } from "@/components/album/sharing/share-sheet-mount";
import { BottomBar } from "@/components/shell/layout/bottom-bar";
import { Header } from "@/components/shell/layout/header";
import { ItemExtrasMount } from "@/components/shell/layout/item-extras-mount";
import { UploadDialogMount } from "@/components/shell/layout/upload-dialog-mount";
import { UploadDropTarget } from "@/components/shell/layout/upload-drop-target";
import { OnboardingGate } from "@/components/shell/onboarding/onboarding-gate";
import { PwaMount } from "@/components/shell/pwa/pwa-mount";
import { BasketMount } from "@/components/shop/basket/basket-mount";
import { Footer } from "@/components/ui/footer";
import { SkipLink } from "@/components/ui/skip-link";
import type { UserDto } from "@/lib/account/accounts/schema";
import { isOnboardingNeeded } from "@/lib/account/profile/onboarding";
import type { UnreadCounts } from "@/lib/notify/notifications/schema";
import type { BasketAtStart } from "@/lib/shop/prints/basket-count";

export interface AppShellProps {
  appName: string;
  user: UserDto | null;
  /** The bell's initial counts; null for someone without a family. */
  unread?: UnreadCounts | null;
  /** Print orders no admin has seen yet; null for someone who isn't an admin. */
  unviewedOrders?: number | null;
  /** The initial contents of the basket; null for someone who can't order. */
  basket?: BasketAtStart | null;
  /** Between the header and the page. */
  banners?: ReactNode;
  children: ReactNode;
}

/**
 * Header, page, footer, bottom bar and the upload dialog: everything around a signed-in page. Someone who is not set up
 * yet gets the wizard instead (specification 4.2).
 */
export function AppShell({
  appName,
  user,
  unread = null,
  unviewedOrders = null,
  basket = null,
  banners,
  children,
}: AppShellProps) {
  if (user && isOnboardingNeeded(user)) return <OnboardingGate appName={appName} user={user} />;
  const isInFamily = Boolean(user?.currentFamily);
  return (
    <>
      <SkipLink />
      <Header appName={appName} user={user} unread={unread} unviewedOrders={unviewedOrders} basket={basket} />
      {banners}
      <main
        id="main"
        tabIndex={-1}
        className="mx-auto min-h-[70dvh] max-w-[1240px] px-3.5 py-5 outline-none md:px-6 md:py-[30px]"
      >
        {isInFamily ? <ItemExtrasMount>{children}</ItemExtrasMount> : children}
      </main>
      <Footer appName={appName} reader={user?.isSuperAdmin ? "superAdmin" : user ? "user" : "visitor"} />
      <PwaMount appName={appName} />
      {isInFamily && (
        <>
          <BottomBar />
          <UploadDialogMount />
          <UploadDropTarget />
          <ShareSheetMount />
          {basket && <BasketMount />}
        </>
      )}
    </>
  );
}
