"use client";

import { useQuery } from "@tanstack/react-query";
import Link from "next/link";
import { UserActions } from "@/components/family/families/user-actions";
import { UserBadges } from "@/components/family/families/user-badges";
import { UsersFailed } from "@/components/family/families/users-failed";
import { useAuth } from "@/components/session/session-auth-provider";
import { Avatar } from "@/components/ui/avatar";
import { Card, CardHeader } from "@/components/ui/card";
import { LocalDate } from "@/components/ui/local-date";
import { Skeleton } from "@/components/ui/skeleton";
import { usersOptions } from "@/lib/family/families/client/queries";

/** The family's accounts, each with its role and actions. */
export function UserCards() {
  const { user: self } = useAuth();
  const { data: users, isPending, isFetching, refetch } = useQuery(usersOptions());
  if (isPending) return <Skeleton className="h-56" />;
  return (
    <Card aria-labelledby="users">
      <CardHeader
        id="users"
        title="People with an account"
        action={
          <Link href="/admin-users" className="text-link inline-flex min-h-11 items-center">
            As a table
          </Link>
        }
      />
      {!users && <UsersFailed isBusy={isFetching} onRetry={() => void refetch()} />}
      <ul className="divide-y divide-line">
        {users?.map((user) => (
          <li key={user.id} className="flex items-center gap-x-4 py-3.5">
            <Avatar name={user.displayName} className="size-12" />
            <div className="min-w-0 flex-1">
              <p className="flex flex-wrap items-center gap-x-2.5 gap-y-1">
                <span className="truncate font-semibold">{user.displayName}</span>
                <UserBadges user={user} isSelf={user.id === self?.id} />
              </p>
              {user.email && <p className="truncate text-step--1 text-ink-soft">{user.email}</p>}
              <p className="text-step--1 text-ink-soft">
                Joined <LocalDate iso={user.joinedAt} isRelative />
              </p>
            </div>
            <UserActions user={user} users={users} />
          </li>
        ))}
      </ul>
    </Card>
  );
}
