"use client";

import { UploadSession } from "@/components/album/uploads/upload-session";
import { useAuth } from "@/components/session/session-auth-provider";

/** The only upload dialog and its uploads, for the current person and family. */
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
