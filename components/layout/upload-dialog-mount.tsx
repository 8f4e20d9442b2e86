"use client";

import { lazy, Suspense, useEffect, useState } from "react";
import { useUploadDialogState } from "@/components/uploads/upload-dialog-controller";

const UploadDialogHost = lazy(async () => ({
  default: (await import("@/components/uploads/upload-dialog-host")).UploadDialogHost,
}));

/** Fetches the upload dialog when it is first opened, and keeps it from then on: uploads go on while it hides. */
export function UploadDialogMount() {
  const { open } = useUploadDialogState();
  const [isWanted, setIsWanted] = useState(false);
  useEffect(() => {
    if (open) setIsWanted(true);
  }, [open]);
  if (!open && !isWanted) return null;
  return (
    <Suspense>
      <UploadDialogHost />
    </Suspense>
  );
}
