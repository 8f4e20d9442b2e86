import type { UserDto } from "@/lib/account/accounts/schema";

/** A page for the family's admins. */
export interface AdminPage {
  href: string;
  label: string;
  /** Another address of the same page. */
  also?: string;
}

export interface AdminGroup {
  name: "Family" | "Prints" | "Server";
  pages: readonly [AdminPage, ...AdminPage[]];
}

/** Every page for the family's admins (specification 2.2 and 2.5) except the individual diagnostic tools. */
export const adminGroups: readonly AdminGroup[] = [
  {
    name: "Family",
    pages: [
      { href: "/admin/dashboard", label: "Dashboard" },
      { href: "/invite-family-members", label: "Invite Family Members" },
      { href: "/manage-users", label: "Manage Users" },
      { href: "/admin-users", label: "Users" },
      { href: "/create-child-account", label: "Create Child Account" },
      { href: "/direct-access", label: "Direct Access" },
      { href: "/admin-notifications", label: "Send Notifications", also: "/admin/notifications" },
    ],
  },
  {
    name: "Prints",
    pages: [
      { href: "/admin-print-orders", label: "Family Print Orders" },
      { href: "/admin/vouchers", label: "Vouchers" },
    ],
  },
  {
    name: "Server",
    pages: [
      { href: "/admin/maintenance", label: "Maintenance" },
      { href: "/admin/stripe-settings", label: "Card Payments" },
      { href: "/print-diagnostics", label: "Print Diagnostics" },
      { href: "/print-provider-test", label: "Print Provider Test" },
      { href: "/test-media", label: "Diagnostics" },
    ],
  },
];

/**
 * Hidden along with prints if a super admin has switched them off. Vouchers stay: they can also be for months of a
 * plan.
 */
export const printPages = new Set(["/admin-print-orders", "/print-diagnostics", "/print-provider-test"]);

/** The groups with the pages that this installation offers. */
export function adminGroupsOf({ offers }: Pick<UserDto, "offers">): readonly AdminGroup[] {
  if (offers.prints) return adminGroups;
  return adminGroups.flatMap(({ name, pages }) => {
    const [first, ...others] = pages.filter(({ href }) => !printPages.has(href));
    return first ? [{ name, pages: [first, ...others] }] : [];
  });
}

/** The test and debug pages of specification 2.2, behind Diagnostics. */
export const diagnosticPages: readonly AdminPage[] = [
  { href: "/test-media", label: "Media" },
  { href: "/view-images", label: "Images" },
  { href: "/image-diagnostic", label: "Image diagnostic" },
  { href: "/fix-images", label: "Fix images" },
  { href: "/video-thumbnail-debug", label: "Video thumbnails" },
  { href: "/video-test", label: "Video playback" },
  { href: "/video-test-page", label: "Video page" },
  { href: "/video-quality-test", label: "Quality test" },
  { href: "/video-quality-demo", label: "Quality demo" },
  { href: "/video-upload-test", label: "Upload test" },
  { href: "/profile-test", label: "Profile" },
];

/** The video demos of specification 2.5: tools for admins (product.md, Diagnostic pages). */
export const videoDemos: AdminPage = { href: "/video-quality-demo", label: "Video demos" };
