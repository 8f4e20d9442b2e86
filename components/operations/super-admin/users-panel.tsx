"use client";

import { useQuery } from "@tanstack/react-query";
import { useCallback, useState } from "react";
import { LoadFailed } from "@/components/operations/super-admin/load-failed";
import { Pager } from "@/components/operations/super-admin/pager";
import { PersonActions } from "@/components/operations/super-admin/person-actions";
import { SearchBox } from "@/components/operations/super-admin/search-box";
import { Badge } from "@/components/ui/badge";
import { EmptyState } from "@/components/ui/empty-state";
import { RelativeTime } from "@/components/ui/relative-time";
import { Skeleton } from "@/components/ui/skeleton";
import { usersOptions } from "@/lib/operations/super-admin/client/queries";
import type { AdminUserDto } from "@/lib/operations/super-admin/schema";
import { counted } from "@/lib/shared/counted";

/** Accounts, searchable by username or email address, with the families they belong to. */
export function UsersPanel() {
  const [filters, setFilters] = useState({ q: "", offset: 0 });
  const { data, isPending, isFetching, refetch } = useQuery(usersOptions(filters));
  const search = useCallback((q: string) => {
    setFilters((before) => (before.q === q ? before : { q, offset: 0 }));
  }, []);
  return (
    <div>
      <SearchBox
        label="Find a person"
        placeholder="Username or email address"
        onSearch={search}
        className="mb-5 max-w-xl"
      />
      {isPending && <Skeleton className="h-72" />}
      {!isPending && !data && <LoadFailed isBusy={isFetching} onRetry={() => void refetch()} />}
      {data?.items.length === 0 && (
        <EmptyState drawing="search" title="No one found">
          Try fewer letters.
        </EmptyState>
      )}
      {data && data.items.length > 0 && (
        <>
          <p role="status" className="mb-2 text-step--1 text-ink-soft">
            {counted(data.pagination.total, "account")}
          </p>
          <ul aria-label="People" className="card divide-y divide-line p-0">
            {data.items.map((user) => (
              <UserRow key={user.id} user={user} />
            ))}
          </ul>
          <Pager
            pagination={data.pagination}
            onOffset={(offset) => setFilters((before) => ({ ...before, offset }))}
          />
        </>
      )}
    </div>
  );
}

function UserRow({ user }: { user: AdminUserDto }) {
  const { username, email, isSuperAdmin, isChild, suspendedAt, families, createdAt, lastSeenAt } = user;
  return (
    <li className="flex flex-wrap items-center gap-x-6 gap-y-2 px-4 py-4 md:px-5">
      <div className="min-w-0 flex-1 basis-60">
        <p className="flex flex-wrap items-center gap-x-2.5 gap-y-1">
          <span className="font-semibold wrap-anywhere">{username}</span>
          {isSuperAdmin && <Badge tone="accent">Super admin</Badge>}
          {isChild && <Badge tone="honey">Child</Badge>}
          {suspendedAt && <Badge tone="accent">Suspended</Badge>}
        </p>
        <p className="text-step--1 text-ink-soft wrap-anywhere">{email ?? "No email address"}</p>
      </div>
      <p className="min-w-0 flex-1 basis-52 text-step--1 text-ink-soft wrap-anywhere">
        {families.length > 0
          ? families.map(({ name, role }) => `${name} (${role})`).join(", ")
          : "Belongs to no family"}
      </p>
      <p className="basis-52 text-step--1 text-ink-soft max-md:basis-full">
        <span className="block">
          Joined <RelativeTime iso={createdAt} />
        </span>
        <span className="block">
          {lastSeenAt ? (
            <>
              Last seen <RelativeTime iso={lastSeenAt} />
            </>
          ) : (
            "Not signed in"
          )}
        </span>
      </p>
      <PersonActions user={user} />
    </li>
  );
}
