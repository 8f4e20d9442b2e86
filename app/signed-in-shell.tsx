import { cookies, headers } from "next/headers";
import { cache, type ReactNode } from "react";
import { UnconfirmedBanner } from "@/components/accounts/unconfirmed-banner";
import { AdminNavMount } from "@/components/admin/admin-nav-mount";
import { AlbumBanners } from "@/components/banners/album-banners";
import { DirectAccessBanner } from "@/components/direct-access/direct-access-banner";
import { AppShell } from "@/components/layout/app-shell";
import { GridDensityProvider } from "@/components/media/grid-density";
import { OtherFamilyBannerMount } from "@/components/sharing/other-family-banner-mount";
import { isMember } from "@/lib/auth/actor";
import { getPageActor, getPageUser } from "@/lib/auth/page-actor";
import { readOffers } from "@/lib/core/system-settings/offers-service";
import { env } from "@/lib/env";
import { listBirthdays } from "@/lib/features/birthdays/service";
import { countUnread } from "@/lib/features/notifications/service";
import { countUnviewedPrintOrders } from "@/lib/features/prints/admin-orders-service";
import { shouldShowPrintBanner } from "@/lib/features/prints/banner-service";
import { listBasket } from "@/lib/features/prints/basket-service";
import { getQuota } from "@/lib/features/prints/quota-service";
import { getQuotaNotifications } from "@/lib/features/quota/service";
import { findFamilyOfLink } from "@/lib/features/sharing/service";
import { recordPageVisit } from "@/lib/features/visits/visit-service";
import { readPageMoney } from "@/lib/http/page-money";
import { visitorDay } from "@/lib/http/visitor-day";
import { bannerCookie, bannerHiddenValue } from "@/lib/shared/banner";
import { densityCookie, parseDensity } from "@/lib/shared/grid-density";

/** Around every page that a signed-in person sees: header with bell and basket, banners, the page. */
export async function SignedInShell({ children }: { children: ReactNode }) {
  const [actor, user, unread, unviewedOrders, basket, banners, sent] = await Promise.all([
    getPageActor(),
    getPageUser(),
    readUnread(),
    readUnviewedOrders(),
    readBasket(),
    readBanners(),
    headers(),
  ]);
  if (actor && isMember(actor)) await recordPageVisit(actor);
  const otherFamily = actor && (await findFamilyOfLink(actor, sent.get("x-wanted-path")));
  return (
    <AppShell
      appName={env.APP_NAME}
      user={user}
      unread={unread}
      unviewedOrders={unviewedOrders}
      basket={basket}
      banners={banners}
    >
      {user?.emailNeedsConfirmation && <UnconfirmedBanner email={user.email} />}
      {user?.isDirectAccess && <DirectAccessBanner />}
      {otherFamily && <OtherFamilyBannerMount family={otherFamily} />}
      {user?.isAdmin && <AdminNavMount />}
      <GridDensityProvider initial={parseDensity((await cookies()).get(densityCookie)?.value)}>
        {children}
      </GridDensityProvider>
    </AppShell>
  );
}

async function readUnread() {
  const actor = await getPageActor();
  return actor && isMember(actor) ? countUnread(actor) : null;
}

const readBasket = cache(async () => {
  const actor = await getPageActor();
  // Children don't order (product.md, Children).
  if (!actor || !isMember(actor) || actor.isChild || !(await readOffers()).prints) return null;
  const [items, quota] = await Promise.all([listBasket(actor), getQuota(actor)]);
  return { items, quota };
});

async function readUnviewedOrders() {
  const actor = await getPageActor();
  if (!actor || !isMember(actor) || !actor.isAdmin || !(await readOffers()).prints) return null;
  return countUnviewedPrintOrders(actor);
}

async function readBanners(): Promise<ReactNode> {
  const actor = await getPageActor();
  if (!actor || !isMember(actor)) return null;
  const [today, held, money] = await Promise.all([visitorDay(), cookies(), readPageMoney()]);
  const hiddenValue = bannerHiddenValue(today, actor.familyId);
  const isHidden = held.get(bannerCookie)?.value === hiddenValue;
  const [storage, birthdays, basket, isPrintBannerDue] = await Promise.all([
    // Children have nothing to do with plans (product.md, Children).
    actor.isChild ? null : getQuotaNotifications(actor, money),
    isHidden ? [] : listBirthdays(actor, today),
    readBasket(),
    shouldShowPrintBanner(actor),
  ]);
  return (
    <AlbumBanners
      storage={storage}
      freePrints={(isPrintBannerDue && basket?.quota.remaining) || 0}
      birthdays={birthdays}
      hiddenValue={hiddenValue}
    />
  );
}
