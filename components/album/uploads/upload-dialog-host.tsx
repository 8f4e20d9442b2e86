"use client";

import { UploadSession } from "@/components/album/uploads/upload-session";
import { useAuth } from "@/components/session/session-auth-provider";

/** The only upload dialog and its uploads, for the current person and the page's family. */
export function UploadDialogHost() {
  const { user, pageFamilyId } = useAuth();
  if (!user || !pageFamilyId) return null;
  return (
    <UploadSession
      key={`${user.id} ${pageFamilyId}`}
      userId={user.id}
      sessionId={user.sessionInfo.sessionId}
      familyId={pageFamilyId}
    />
  );
}
