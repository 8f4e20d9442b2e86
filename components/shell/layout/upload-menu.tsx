"use client";

import { ChevronDown, Upload } from "lucide-react";
import { openUploadDialog } from "@/components/album/uploads/upload-dialog-controller";
import { buttonClasses } from "@/components/ui/button";
import { cn } from "@/components/ui/class-names";
import { LazyMenu } from "@/components/ui/lazy-menu";

const load = async () => (await import("@/components/shell/layout/upload-menu-content")).UploadMenuContent;

/** Opens the upload dialog with one press; its arrow opens the menu of specification 2.5. */
export function UploadMenu({ className }: { className?: string }) {
  return (
    <div className={cn("gap-px", className ?? "inline-flex")}>
      <button
        type="button"
        aria-haspopup="dialog"
        onClick={() => openUploadDialog({ filter: "all" })}
        className={buttonClasses({}, "rounded-r-none pr-4")}
      >
        <Upload aria-hidden="true" />
        Upload
      </button>
      <LazyMenu
        load={load}
        aria-label="More ways to add photos"
        className={buttonClasses({}, "min-w-11 rounded-l-none px-2.5")}
      >
        <ChevronDown aria-hidden="true" />
      </LazyMenu>
    </div>
  );
}
