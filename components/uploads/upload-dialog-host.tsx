"use client";

import { useAuth } from "@/components/accounts/session-auth-provider";
import { UploadSession } from "@/components/uploads/upload-session";

/** The one upload dialog and what it carries up, for the person and the family that are current. */
export function UploadDialogHost() {
  const { user } = useAuth();
  if (!user?.currentFamily) return null;
  const familyId = user.currentFamily.id;
  return (
    <UploadSession
      key={`${user.id} ${familyId}`}
      userId={user.id}
      sessionId={user.sessionInfo.sessionId}
      familyId={familyId}
    />
  );
}
