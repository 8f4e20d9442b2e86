"use client";

import { adminGroupsOf, diagnosticPages } from "@/components/operations/admin/admin-pages";
import { isDiagnosticsPath } from "@/components/operations/admin/admin-paths";
import { useAuth } from "@/components/session/session-auth-provider";
import { PageRow } from "@/components/ui/page-row";

/** The family admins' three groups; below them, the open group's pages and the diagnostic tools. */
export function AdminNav({ pathname }: { pathname: string }) {
  const { user } = useAuth();
  const adminGroups = user ? adminGroupsOf(user) : [];
  const isDiagnosing = isDiagnosticsPath(pathname);
  const current = isDiagnosing ? "/test-media" : pathname;
  const group = adminGroups.find(({ pages }) =>
    pages.some(({ href, also }) => href === current || also === current),
  );
  const groups = adminGroups.map(({ name, pages }) => ({ href: pages[0].href, label: name }));
  return (
    <div className="mb-6 grid grid-cols-[minmax(0,1fr)] gap-1 print:hidden">
      <PageRow
        label="Administration"
        entries={groups}
        current={group?.pages[0].href ?? ""}
        isPage={group?.pages[0].href === pathname}
      />
      {group && (
        <PageRow
          label={`${group.name} pages`}
          entries={group.pages}
          current={current}
          isPage={!isDiagnosing}
        />
      )}
      {isDiagnosing && <PageRow label="Diagnostics" entries={diagnosticPages} current={pathname} />}
    </div>
  );
}
