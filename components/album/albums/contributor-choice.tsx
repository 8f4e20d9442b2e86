"use client";

import { useQuery } from "@tanstack/react-query";
import { useAuth } from "@/components/session/session-auth-provider";
import { Avatar } from "@/components/ui/avatar";
import { Skeleton } from "@/components/ui/skeleton";
import { peopleOptions } from "@/lib/family/families/client/queries";

export interface ContributorChoiceProps {
  /** The album's creator, who can always add. Undefined for one's own new album; null if the account is gone. */
  creatorId: string | null | undefined;
  /** Ids of accounts. */
  chosen: readonly string[];
  error: string | undefined;
  onChange: (ids: string[]) => void;
}

/** The family's people with an account, with a checkbox for each who can add to an album. */
export function ContributorChoice({ creatorId, chosen, error, onChange }: ContributorChoiceProps) {
  const { user } = useAuth();
  const familyId = user?.currentFamily?.id ?? "";
  const people = useQuery({ ...peopleOptions(familyId), enabled: familyId !== "" });
  const ownerId = creatorId === undefined ? user?.id : creatorId;
  const others = (people.data ?? []).flatMap(({ userId, displayName }) =>
    userId && userId !== ownerId ? [{ userId, displayName }] : [],
  );
  if (people.isPending) return <Skeleton className="mt-3 h-12" />;
  return (
    <div className="mt-3">
      {error && (
        <p role="alert" className="mb-2 text-step--1 font-semibold text-danger">
          {error}
        </p>
      )}
      {others.length === 0 ? (
        <p className="text-ink-soft">No one else in the family has an account yet.</p>
      ) : (
        <ul aria-label="People who can add photos" className="grid gap-1">
          {others.map(({ userId, displayName }) => (
            <li key={userId}>
              <label className="flex min-h-12 cursor-pointer items-center gap-3 rounded-2xl px-3 hover:bg-sunk">
                <input
                  type="checkbox"
                  className="size-5 flex-none accent-(--accent-strong)"
                  checked={chosen.includes(userId)}
                  onChange={({ target }) =>
                    onChange(
                      target.checked ? [...chosen, userId] : chosen.filter((other) => other !== userId),
                    )
                  }
                />
                <Avatar name={displayName} size="small" />
                <bdi className="min-w-0 truncate">{displayName}</bdi>
              </label>
            </li>
          ))}
        </ul>
      )}
      <p className="mt-2 text-step--1 text-ink-soft">The family's admins can add photos too.</p>
    </div>
  );
}
