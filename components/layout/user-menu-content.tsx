"use client";

import {
  Activity,
  Bell,
  Clapperboard,
  CreditCard,
  DoorOpen,
  Gauge,
  Gem,
  Gift,
  Heart,
  KeyRound,
  LayoutDashboard,
  LogOut,
  type LucideIcon,
  MailPlus,
  Megaphone,
  Monitor,
  Moon,
  Package,
  Printer,
  ScanFace,
  ScrollText,
  Settings,
  Shield,
  ShieldCheck,
  Smile,
  Sparkles,
  Sun,
  Ticket,
  UserRound,
  UsersRound,
} from "lucide-react";
import Link from "next/link";
import { Fragment, useState } from "react";
import { useAuth } from "@/components/accounts/session-auth-provider";
import type { LazyMenuContentProps } from "@/components/layout/lazy-menu";
import { InstallItem } from "@/components/pwa/install-item";
import { type Theme, useThemeChoice } from "@/components/settings/use-theme-choice";
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuLabel,
  DropdownMenuRadioGroup,
  DropdownMenuRadioItem,
  DropdownMenuSeparator,
  DropdownMenuTrigger,
} from "@/components/ui/dropdown-menu";
import { fetchedPart } from "@/components/ui/fetched-part";
import type { UserDto } from "@/lib/features/accounts/schema";
import { appNameOfPage } from "@/lib/service-worker/install-app";

const DownloadAppDialog = fetchedPart(
  async () => (await import("@/components/accounts/download-app-dialog")).DownloadAppDialog,
);

const themes = [
  { value: "system", label: "As on this device", Icon: Monitor },
  { value: "light", label: "Light", Icon: Sun },
  { value: "dark", label: "Dark", Icon: Moon },
] as const;

interface Entry {
  href: string;
  label: string;
  Icon: LucideIcon;
}

const superAdminEntries: Entry[] = [
  { href: "/super-admin", label: "Super Admin Dashboard", Icon: ShieldCheck },
  { href: "/super-admin/settings", label: "Admin Settings", Icon: Settings },
  { href: "/super-admin/api-keys", label: "API Keys", Icon: KeyRound },
  { href: "/super-admin/activity-log", label: "Activity Log", Icon: ScrollText },
  { href: "/super-admin/system-health", label: "System Health", Icon: Activity },
];
const familyEntries: Entry[] = [
  { href: "/favorites", label: "Favorites", Icon: Heart },
  { href: "/tagged", label: "Pictures of me", Icon: Smile },
  { href: "/people", label: "People", Icon: ScanFace },
  { href: "/welcome", label: "Welcome page", Icon: DoorOpen },
  { href: "/notifications", label: "Notifications", Icon: Bell },
];
const ownEntries: Entry[] = [
  { href: "/profile", label: "Profile", Icon: UserRound },
  { href: "/print-orders", label: "Print Orders", Icon: Printer },
  { href: "/settings", label: "Settings", Icon: Settings },
  { href: "/billing", label: "Billing", Icon: CreditCard },
  { href: "/quota", label: "Prints and Storage", Icon: Gauge },
  { href: "/gift-shop", label: "Gift Shop", Icon: Gift },
  { href: "/password-security", label: "Password", Icon: KeyRound },
  { href: "/security", label: "Security", Icon: Shield },
];
const adminEntries: Entry[] = [
  { href: "/admin/dashboard", label: "Dashboard", Icon: LayoutDashboard },
  { href: "/invite-family-members", label: "Invite Family Members", Icon: MailPlus },
  { href: "/manage-users", label: "Manage Users", Icon: UsersRound },
  { href: "/admin-notifications", label: "Send Notifications", Icon: Megaphone },
  { href: "/admin-print-orders", label: "Family Print Orders", Icon: Package },
  { href: "/admin/vouchers", label: "Vouchers", Icon: Ticket },
];

/** The video demos of specification 2.5: tools for admins (product.md). */
const demoEntries: Entry[] = [{ href: "/video-quality-demo", label: "Video demos", Icon: Clapperboard }];

/** Specification 2.2: only while the subscription is active. */
const sorterEntry: Entry = { href: "/ai-photo-sorter", label: "AI Sorter", Icon: Sparkles };

/** What children have nothing to do with (product.md), and nobody outside a family. */
const grownUpEntries = new Set(["/print-orders", "/billing", "/quota", "/gift-shop"]);

/** What goes with prints where a super admin has switched them off. */
const printEntries = new Set(["/print-orders", "/admin-print-orders"]);

/** Specification 2.5: the links of the user menu, for whoever it is. */
function entriesOf(user: UserDto | null): Entry[][] {
  if (!user) return [];
  if (user.isSuperAdmin) return [superAdminEntries];
  const isGrownUp = user.currentFamily !== null && !user.isChild;
  const isOffered = ({ href }: Entry) =>
    (user.offers.prints || !printEntries.has(href)) &&
    // Without a provider of payments only admins see the shop: it tells them what to set up.
    (user.offers.gifts || user.isAdmin || href !== "/gift-shop");
  const own = ownEntries
    .filter(({ href }) => isGrownUp || !grownUpEntries.has(href))
    .filter(isOffered)
    .map((entry) =>
      entry.href === "/quota" && !user.offers.prints ? { ...entry, label: "Storage" } : entry,
    );
  const sorter = user.currentFamily && user.subscriptionStatus === "active" ? [sorterEntry] : [];
  const groups = [[...(user.currentFamily ? familyEntries : []), ...sorter, ...own]];
  return user.isAdmin ? [...groups, adminEntries.filter(isOffered), demoEntries] : groups;
}

/** Specification 2.5: on the free tier only. Children have nothing to do with plans (product.md). */
const canUpgrade = (user: UserDto | null) =>
  user !== null && user.currentFamily !== null && !user.isChild && user.subscriptionTier === "free";

export function UserMenuContent({ trigger }: LazyMenuContentProps) {
  const { user, logout } = useAuth();
  const { theme, chooseTheme } = useThemeChoice();
  const [areInstructionsOpen, setInstructionsOpen] = useState(false);
  return (
    <>
      <DropdownMenu defaultOpen>
        <DropdownMenuTrigger asChild>{trigger}</DropdownMenuTrigger>
        <DropdownMenuContent>
          <DropdownMenuLabel>
            <span className="block text-step-0 font-semibold text-ink">{user?.title ?? user?.username}</span>
            {user?.email && <span className="block max-w-[30ch] truncate">{user.email}</span>}
          </DropdownMenuLabel>
          {canUpgrade(user) && (
            <>
              <DropdownMenuSeparator />
              <DropdownMenuItem asChild>
                <Link href="/billing" className="font-semibold text-accent-strong">
                  <Gem aria-hidden="true" />
                  Upgrade Plan
                </Link>
              </DropdownMenuItem>
            </>
          )}
          {entriesOf(user).map((entries) => (
            <Fragment key={entries[0]?.href}>
              <DropdownMenuSeparator />
              {entries.map(({ href, label, Icon }) => (
                <DropdownMenuItem key={href} asChild>
                  <Link href={href}>
                    <Icon aria-hidden="true" />
                    {label}
                  </Link>
                </DropdownMenuItem>
              ))}
            </Fragment>
          ))}
          <DropdownMenuSeparator />
          <DropdownMenuLabel id="theme-choice">Look</DropdownMenuLabel>
          <DropdownMenuRadioGroup
            aria-labelledby="theme-choice"
            value={theme}
            onValueChange={(value) => chooseTheme(value as Theme)}
          >
            {themes.map(({ value, label, Icon }) => (
              <DropdownMenuRadioItem key={value} value={value}>
                <Icon aria-hidden="true" />
                {label}
              </DropdownMenuRadioItem>
            ))}
          </DropdownMenuRadioGroup>
          <DropdownMenuSeparator />
          <InstallItem onInstructions={() => setInstructionsOpen(true)} />
          <DropdownMenuItem onSelect={() => void logout()}>
            <LogOut aria-hidden="true" />
            Log out
          </DropdownMenuItem>
        </DropdownMenuContent>
      </DropdownMenu>
      {areInstructionsOpen && (
        <DownloadAppDialog appName={appNameOfPage()} open onOpenChange={setInstructionsOpen} />
      )}
    </>
  );
}
