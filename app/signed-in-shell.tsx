import { cookies, headers } from "next/headers";
import { cache, type ReactNode } from "react";
import { UnconfirmedBanner } from "@/components/account/accounts/unconfirmed-banner";
import { GridDensityProvider } from "@/components/album/media/grid-density";
import { OtherFamilyBannerMount } from "@/components/album/sharing/other-family-banner-mount";
import { DirectAccessBanner } from "@/components/family/direct-access/direct-access-banner";
import { AdminNavMount } from "@/components/operations/admin/admin-nav-mount";
import { AlbumBanners } from "@/components/shell/banners/album-banners";
import { AppShell } from "@/components/shell/layout/app-shell";
import { getPageUser } from "@/lib/account/accounts/server/page-user";
import { getQuotaNotifications } from "@/lib/album/quota/server/service";
import { findFamilyOfLink } from "@/lib/album/sharing/server/service";
import { recordPageVisit } from "@/lib/album/visits/server/visit-service";
import { isMember } from "@/lib/core/auth/server/actor";
import { getPageActor } from "@/lib/core/auth/server/page-actor";
import { getOffers } from "@/lib/core/system-settings/server/offers-service";
import { env } from "@/lib/env";
import { listBirthdays } from "@/lib/family/birthdays/server/service";
import { readPageMoney } from "@/lib/http/page-money";
import { visitorDay } from "@/lib/http/visitor-day";
import { countUnread } from "@/lib/notify/notifications/server/service";
import { bannerCookie, bannerHiddenValue } from "@/lib/shared/banner";
import { densityCookie, parseDensity } from "@/lib/shared/grid-density";
import { countUnviewedPrintOrders } from "@/lib/shop/prints/server/admin-orders-service";
import { shouldShowPrintBanner } from "@/lib/shop/prints/server/banner-service";
import { listBasket } from "@/lib/shop/prints/server/basket-service";
import { getQuota } from "@/lib/shop/prints/server/quota-service";

/** Wraps every page for signed-in people: header with bell and basket, banners, the page. */
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
  if (!actor || !isMember(actor) || actor.isChild || !(await getOffers()).prints) return null;
  const [items, quota] = await Promise.all([listBasket(actor), getQuota(actor)]);
  return { items, quota };
});

async function readUnviewedOrders() {
  const actor = await getPageActor();
  if (!actor || !isMember(actor) || !actor.isAdmin || !(await getOffers()).prints) return null;
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
