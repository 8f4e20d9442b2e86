"use client";

import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { UserActions } from "@/components/family/families/user-actions";
import { UserBadges } from "@/components/family/families/user-badges";
import { UsersFailed } from "@/components/family/families/users-failed";
import { useAuth } from "@/components/session/session-auth-provider";
import { cn } from "@/components/ui/class-names";
import { LocalDate } from "@/components/ui/local-date";
import { Skeleton } from "@/components/ui/skeleton";
import { usersOptions } from "@/lib/family/families/client/queries";
import type { FamilyUserDto } from "@/lib/family/families/schema";
import { counted } from "@/lib/shared/counted";
import { megabytes } from "@/lib/shared/megabytes";

interface Column {
  title: string;
  cell: (user: FamilyUserDto) => ReactNode;
}

const columns: Column[] = [
  { title: "Joined", cell: (user) => <LocalDate iso={user.joinedAt} /> },
  {
    title: "Last seen",
    cell: (user) => (user.lastSeenAt ? <LocalDate iso={user.lastSeenAt} isRelative /> : "Not recently"),
  },
  { title: "Uploads", cell: (user) => counted(user.uploadCount, "item") },
  { title: "Storage", cell: (user) => (user.storageBytes > 0 ? megabytes(user.storageBytes) : "None") },
];

/** The family's accounts as a table; on phones each row is a card with labelled cells. */
export function UserTable() {
  const { user: self } = useAuth();
  const { data: users, isPending, isFetching, refetch } = useQuery(usersOptions());
  if (isPending) return <Skeleton className="h-64" />;
  if (!users) return <UsersFailed isBusy={isFetching} onRetry={() => void refetch()} />;
  const total = users.reduce((sum, user) => sum + user.storageBytes, 0);
  return (
    <div className="card overflow-hidden p-0">
      <table className="w-full text-left max-md:block">
        <caption className="sr-only">The accounts of this family</caption>
        <thead className="border-b border-line text-step--1 text-ink-soft max-md:sr-only">
          <tr>
            <th scope="col" className="px-5 py-3 font-semibold">
              Person
            </th>
            {columns.map(({ title }) => (
              <th key={title} scope="col" className="px-4 py-3 font-semibold">
                {title}
              </th>
            ))}
            <th scope="col" className="px-5 py-3">
              <span className="sr-only">Actions</span>
            </th>
          </tr>
        </thead>
        <tbody className="divide-y divide-line max-md:block">
          {users.map((user) => (
            <tr
              key={user.id}
              className="max-md:grid max-md:grid-cols-[1fr_1fr_auto] max-md:gap-x-4 max-md:p-4"
            >
              <th scope="row" className="px-5 py-3.5 font-normal max-md:col-span-2 max-md:p-0">
                <span className="mb-1 block font-semibold wrap-anywhere">{user.displayName}</span>
                {user.email && (
                  <span className="mb-1.5 block text-step--1 text-ink-soft wrap-anywhere">{user.email}</span>
                )}
                <UserBadges user={user} isSelf={user.id === self?.id} />
              </th>
              {columns.map(({ title, cell }, index) => (
                <td
                  key={title}
                  className={cn(
                    "px-4 py-3.5 align-middle max-md:mt-3 max-md:p-0",
                    index % 2 ? "max-md:col-start-2" : "max-md:col-start-1",
                  )}
                >
                  <span aria-hidden="true" className="block text-step--1 text-ink-soft md:hidden">
                    {title}
                  </span>
                  {cell(user)}
                </td>
              ))}
              <td className="px-5 py-3.5 text-right max-md:col-start-3 max-md:row-start-1 max-md:p-0">
                <UserActions user={user} users={users} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      <p className="border-t border-line px-5 py-3.5 text-step--1 text-ink-soft">
        {counted(users.length, "account")}, {total > 0 ? megabytes(total) : "nothing"} uploaded by them. Items
        in the trash count until they're permanently deleted.
      </p>
    </div>
  );
}
