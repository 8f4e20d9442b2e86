"use client";

import { useEffect, useState } from "react";
import { closeUploadDialog, useUploadDialogState } from "@/components/album/uploads/upload-dialog-controller";
import { fetchedPart } from "@/components/ui/fetched-part";

const UploadDialogHost = fetchedPart(
  async () => (await import("@/components/album/uploads/upload-dialog-host")).UploadDialogHost,
);

/**
 * Fetches the upload dialog when it is first opened, and keeps it mounted after that: uploads continue while it is
 * hidden.
 */
export function UploadDialogMount() {
  const { open } = useUploadDialogState();
  const [isWanted, setIsWanted] = useState(false);
  useEffect(() => {
    if (open) setIsWanted(true);
  }, [open]);
  if (!open && !isWanted) return null;
  return (
    <UploadDialogHost
      onNotLoaded={() => {
        closeUploadDialog();
        setIsWanted(false);
      }}
    />
  );
}
