"use client";

import type { ReactNode } from "react";
import { useAction } from "@/components/forms/use-action";
import { Button } from "@/components/ui/button";
import { showNotLoadedToast } from "@/components/ui/not-loaded-toast";
import type { ArchiveOf } from "@/lib/album/media/client/batch-queries";

/** Downloads an album, a month or a year as a ZIP. Its code is fetched on the first press. */
export function DownloadArchiveButton({ what, children }: { what: ArchiveOf; children: ReactNode }) {
  const { run, isBusy } = useAction(async () => {
    const code = await import("@/components/album/item/download-archive").catch(() => null);
    if (code) await code.downloadArchive(what);
    else showNotLoadedToast();
  });
  return (
    <Button variant="secondary" size="small" isBusy={isBusy} onClick={() => void run()}>
      {children}
    </Button>
  );
}
