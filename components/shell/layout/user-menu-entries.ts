import {
  Activity,
  Bell,
  BellRing,
  BookImage,
  Clapperboard,
  CreditCard,
  DoorOpen,
  Flag,
  GalleryVerticalEnd,
  Gauge,
  Gift,
  Heart,
  History,
  Images,
  KeyRound,
  LibraryBig,
  type LucideIcon,
  Mail,
  Map as MapIcon,
  Megaphone,
  Printer,
  ScanFace,
  ScrollText,
  Settings,
  Shield,
  ShieldCheck,
  Smile,
  Sprout,
  Trash2,
  Tv,
  UserRound,
  UsersRound,
} from "lucide-react";
import type { UserDto } from "@/lib/account/accounts/schema";

export interface MenuEntry {
  href: string;
  label: string;
  Icon: LucideIcon;
}

export interface MenuGroup {
  name: string;
  Icon: LucideIcon;
  entries: MenuEntry[];
}

/** Specification 2.3 and 2.5: a super admin has no family pages. */
export const superAdminEntries: MenuEntry[] = [
  { href: "/super-admin", label: "Super Admin Dashboard", Icon: ShieldCheck },
  { href: "/super-admin/settings", label: "Admin Settings", Icon: Settings },
  { href: "/super-admin/api-keys", label: "API Keys", Icon: KeyRound },
  { href: "/super-admin/activity-log", label: "Activity Log", Icon: ScrollText },
  { href: "/super-admin/marketing", label: "Marketing", Icon: Megaphone },
  { href: "/super-admin/email-templates", label: "Email Templates", Icon: Mail },
  { href: "/super-admin/system-health", label: "System Health", Icon: Activity },
  { href: "/super-admin/reports", label: "Reports", Icon: Flag },
];

/** Places, and anything that shows the album elsewhere, are for adults. */
const map: MenuEntry = { href: "/map", label: "Map", Icon: MapIcon };
const films: MenuEntry = { href: "/films", label: "Films", Icon: Clapperboard };
const screens: MenuEntry = { href: "/screens", label: "TVs and frames", Icon: Tv };

const photosOf = ({ isChild }: UserDto): MenuGroup => ({
  name: "Photos",
  Icon: Images,
  entries: [
    { href: "/all-photos", label: "All photos", Icon: GalleryVerticalEnd },
    { href: "/albums", label: "Albums", Icon: LibraryBig },
    { href: "/books", label: "Books and calendars", Icon: BookImage },
    { href: "/on-this-day", label: "On this day", Icon: History },
    { href: "/favorites", label: "Favorites", Icon: Heart },
    { href: "/tagged", label: "Photos of me", Icon: Smile },
    { href: "/people", label: "People", Icon: ScanFace },
    { href: "/growing-up", label: "Growing up", Icon: Sprout },
    ...(isChild ? [] : [films, map, screens]),
    { href: "/welcome", label: "Welcome page", Icon: DoorOpen },
    { href: "/settings?tab=trash", label: "Trash", Icon: Trash2 },
  ],
});
const printOrders: MenuEntry = { href: "/print-orders", label: "Print Orders", Icon: Printer };
const giftShop: MenuEntry = { href: "/gift-shop", label: "Gift Shop", Icon: Gift };

/** A super admin can switch prints off; without a payment provider only admins see the shop, so they can set one up. */
function printsOf({ offers, isAdmin }: UserDto): MenuGroup {
  const quota = { href: "/quota", label: offers.prints ? "Prints and Storage" : "Storage", Icon: Gauge };
  return {
    name: "Prints and gifts",
    Icon: Printer,
    entries: [...(offers.prints ? [printOrders] : []), quota, ...(offers.gifts || isAdmin ? [giftShop] : [])],
  };
}

const familySettings: MenuEntry = { href: "/settings?tab=family", label: "Family settings", Icon: Settings };
const billing: MenuEntry = { href: "/billing", label: "Billing", Icon: CreditCard };
const notifications: MenuGroup = {
  name: "Notifications",
  Icon: Bell,
  entries: [
    { href: "/notifications", label: "Notifications", Icon: Bell },
    { href: "/settings?tab=notifications", label: "Notification settings", Icon: BellRing },
  ],
};
const settings: MenuGroup = {
  name: "Settings",
  Icon: Settings,
  entries: [
    { href: "/profile", label: "Profile", Icon: UserRound },
    { href: "/settings", label: "Settings", Icon: Settings },
    { href: "/password-security", label: "Password", Icon: KeyRound },
    { href: "/security", label: "Security", Icon: Shield },
  ],
};

/**
 * The links of specification 2.5 in their groups; Log out is the last group. Children have nothing to do with plans and
 * prints (product.md, Children), and someone outside a family has no album. Super admins have their settings elsewhere.
 */
export function menuGroupsOf(user: UserDto): MenuGroup[] {
  if (user.isSuperAdmin) return [{ ...settings, entries: [] }];
  if (!user.currentFamily) return [settings];
  const family: MenuGroup = {
    name: "Family",
    Icon: UsersRound,
    entries: user.isChild ? [familySettings] : [familySettings, billing],
  };
  return [photosOf(user), ...(user.isChild ? [] : [printsOf(user)]), family, notifications, settings];
}

/** Specification 2.5: on the free tier only. Children have nothing to do with plans (product.md, Children). */
export const canUpgrade = (user: UserDto) =>
  user.currentFamily !== null && !user.isChild && user.subscriptionTier === "free";
