"use client";

import { useQuery } from "@tanstack/react-query";
import { useAuth } from "@/components/accounts/session-auth-provider";
import { DeleteFamily } from "@/components/families/delete-family";
import { FamilyLookForm } from "@/components/families/family-look-form";
import { LeaveFamily } from "@/components/families/leave-family";
import { PassOwnership } from "@/components/families/pass-ownership";
import { UsersFailed } from "@/components/families/users-failed";
import { RecognitionSettings } from "@/components/recognition/recognition-settings";
import { Skeleton } from "@/components/ui/skeleton";
import { currentFamilyOptions } from "@/lib/features/families/queries";

/** The family's own tab: name and icon for admins, what is looked for in pictures, leaving for everybody, passing on and deleting for owners. */
export function FamilySettings() {
  const { user } = useAuth();
  const { data: family, isPending, isFetching, refetch } = useQuery(currentFamilyOptions());
  if (isPending) return <Skeleton className="h-40" />;
  if (!family || !user) return <UsersFailed isBusy={isFetching} onRetry={() => void refetch()} />;
  return (
    <div className="grid max-w-xl gap-9">
      {family.role !== "member" && <FamilyLookForm family={family} />}
      <RecognitionSettings mayChange={family.role !== "member"} />
      {family.role === "owner" && family.member_count > 1 && <PassOwnership self={user} family={family} />}
      {!user.isChild && <LeaveFamily family={family} />}
      {family.role === "owner" && <DeleteFamily family={family} />}
    </div>
  );
}
