"use client";

import { useAuth } from "@/components/accounts/session-auth-provider";
import { isDiagnosticsPath } from "@/components/admin/admin-paths";
import { PageRow, type PageRowEntry } from "@/components/layout/page-row";

const adminPages: PageRowEntry[] = [
  { href: "/admin/dashboard", label: "Dashboard" },
  { href: "/manage-users", label: "Manage Users" },
  { href: "/admin-users", label: "Users" },
  { href: "/invite-family-members", label: "Invite" },
  { href: "/admin-notifications", label: "Notifications", also: "/admin/notifications" },
  { href: "/admin-print-orders", label: "Print orders" },
  { href: "/admin/vouchers", label: "Vouchers" },
  { href: "/admin/maintenance", label: "Maintenance" },
  { href: "/admin/stripe-settings", label: "Card payments" },
  { href: "/print-diagnostics", label: "Print diagnostics" },
  { href: "/print-provider-test", label: "Print provider test" },
  { href: "/test-media", label: "Diagnostics" },
];

const diagnostics: PageRowEntry[] = [
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

/** All pages of the family's admins, joined; under them the diagnostic tools where one is open. */
export function AdminNav({ pathname }: { pathname: string }) {
  const { user } = useAuth();
  const pages = adminPages.filter(({ href }) => user?.offers.prints !== false || !/print/.test(href));
  const isDiagnosing = isDiagnosticsPath(pathname);
  const current = isDiagnosing ? "/test-media" : pathname;
  return (
    <div className="mb-6 grid grid-cols-[minmax(0,1fr)] gap-1 print:hidden">
      <PageRow label="Admin pages" entries={pages} current={current} isPage={!isDiagnosing} />
      {isDiagnosing && <PageRow label="Diagnostics" entries={diagnostics} current={pathname} isPage />}
    </div>
  );
}
