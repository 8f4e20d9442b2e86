"use client";

import { Download } from "lucide-react";
import { useState } from "react";
import { Button } from "@/components/ui/button";
import { fetchedPart } from "@/components/ui/fetched-part";

const DownloadAppDialog = fetchedPart(
  async () => (await import("@/components/account/accounts/download-app-dialog")).DownloadAppDialog,
);

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
      {isWanted && <DownloadAppDialog appName={appName} open={isOpen} onOpenChange={setIsOpen} />}
    </>
  );
}
