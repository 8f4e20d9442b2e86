"use client";

import { useQuery } from "@tanstack/react-query";
import { RecognitionSettings } from "@/components/faces/recognition/recognition-settings";
import { DeleteFamily } from "@/components/family/families/delete-family";
import { FamilyLookForm } from "@/components/family/families/family-look-form";
import { LeaveFamily } from "@/components/family/families/leave-family";
import { PassOwnership } from "@/components/family/families/pass-ownership";
import { PlacesSetting } from "@/components/family/families/places-setting";
import { UsersFailed } from "@/components/family/families/users-failed";
import { useAuth } from "@/components/session/session-auth-provider";
import { Skeleton } from "@/components/ui/skeleton";
import { currentFamilyOptions } from "@/lib/family/families/client/queries";

/**
 * The family's own tab: name, icon, places and recognition for admins; leaving for everyone; transferring and deleting
 * for owners.
 */
export function FamilySettings() {
  const { user } = useAuth();
  const { data: family, isPending, isFetching, refetch } = useQuery(currentFamilyOptions());
  if (isPending) return <Skeleton className="h-40" />;
  if (!family || !user) return <UsersFailed isBusy={isFetching} onRetry={() => void refetch()} />;
  return (
    <div className="grid max-w-xl gap-9">
      {family.role !== "member" && <FamilyLookForm family={family} />}
      {family.role !== "member" && <PlacesSetting family={family} />}
      <RecognitionSettings canChange={family.role !== "member"} />
      {family.role === "owner" && family.member_count > 1 && <PassOwnership self={user} family={family} />}
      {!user.isChild && <LeaveFamily family={family} />}
      {family.role === "owner" && <DeleteFamily family={family} />}
    </div>
  );
}
