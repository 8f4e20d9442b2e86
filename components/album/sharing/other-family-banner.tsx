"use client";

import { useState } from "react";
import { useSwitchFamily } from "@/components/family/families/use-switch-family";
import { Button } from "@/components/ui/button";

/**
 * Shown over a page that was opened by a link from another of the person's families: its pictures can only be seen
 * there.
 */
export function OtherFamilyBanner({ family }: { family: { id: string; name: string } }) {
  const { switchTo, isSwitching } = useSwitchFamily();
  const [isDismissed, setIsDismissed] = useState(false);
  if (isDismissed) return null;
  return (
    <section
      aria-label="Shared from another family"
      className="card mb-5 flex flex-wrap items-center gap-x-5 gap-y-3"
    >
      <p className="min-w-0 flex-1 basis-60 wrap-anywhere">
        This was shared from <strong>{family.name}</strong>. Switch to that family to see it.
      </p>
      <div className="flex flex-wrap gap-2.5">
        <Button variant="ghost" size="small" onClick={() => setIsDismissed(true)}>
          Not now
        </Button>
        <Button size="small" isBusy={isSwitching} onClick={() => void switchTo(family.id)}>
          <span className="max-w-[24ch] truncate">Switch to {family.name}</span>
        </Button>
      </div>
    </section>
  );
}
