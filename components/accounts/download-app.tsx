"use client";

import { Download } from "lucide-react";
import { lazy, Suspense, useState } from "react";
import { Button } from "@/components/ui/button";

const DownloadAppDialog = lazy(async () => ({
  default: (await import("@/components/accounts/download-app-dialog")).DownloadAppDialog,
}));

/** Specification 2.6: the Download App button. */
export function DownloadApp({ appName }: { appName: string }) {
  const [isOpen, setIsOpen] = useState(false);
  const [isWanted, setIsWanted] = useState(false);
  return (
    <>
      <Button
        variant="ghost"
        aria-haspopup="dialog"
        onClick={() => {
          setIsWanted(true);
          setIsOpen(true);
        }}
      >
        <Download aria-hidden="true" />
        Download App
      </Button>
      {isWanted && (
        <Suspense>
          <DownloadAppDialog appName={appName} open={isOpen} onOpenChange={setIsOpen} />
        </Suspense>
      )}
    </>
  );
}
