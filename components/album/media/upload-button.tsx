"use client";

import { Upload } from "lucide-react";
import { openUploadDialog, type UploadFilter } from "@/components/album/uploads/upload-dialog-controller";
import { Button, type ButtonProps } from "@/components/ui/button";

export interface UploadButtonProps extends Pick<ButtonProps, "variant" | "size" | "className" | "children"> {
  filter?: UploadFilter;
  dialogTitle?: string;
}

/** Opens the upload dialog. */
export function UploadButton({ filter = "all", dialogTitle, children, ...look }: UploadButtonProps) {
  return (
    <Button
      {...look}
      aria-haspopup="dialog"
      onClick={() => openUploadDialog({ filter, ...(dialogTitle ? { title: dialogTitle } : {}) })}
    >
      <Upload aria-hidden="true" />
      {children ?? "Upload"}
    </Button>
  );
}
