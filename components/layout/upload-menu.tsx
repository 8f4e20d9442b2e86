"use client";

import { Upload } from "lucide-react";
import { LazyMenu } from "@/components/layout/lazy-menu";
import { buttonClasses } from "@/components/ui/button";

const load = async () => (await import("@/components/layout/upload-menu-content")).UploadMenuContent;

/** Specification 2.5: the Upload menu. */
export function UploadMenu({ className }: { className?: string }) {
  return (
    <LazyMenu load={load} className={buttonClasses({}, className)}>
      <Upload aria-hidden="true" />
      Upload
    </LazyMenu>
  );
}
