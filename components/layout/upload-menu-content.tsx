"use client";

import { ImageIcon, Video } from "lucide-react";
import type { LazyMenuContentProps } from "@/components/layout/lazy-menu";
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuTrigger,
} from "@/components/ui/dropdown-menu";
import { openUploadDialog } from "@/components/uploads/upload-dialog-controller";

export function UploadMenuContent({ trigger }: LazyMenuContentProps) {
  return (
    <DropdownMenu defaultOpen>
      <DropdownMenuTrigger asChild>{trigger}</DropdownMenuTrigger>
      <DropdownMenuContent>
        <DropdownMenuItem onSelect={() => openUploadDialog({ filter: "image" })}>
          <ImageIcon aria-hidden="true" />
          Upload Photos
        </DropdownMenuItem>
        <DropdownMenuItem onSelect={() => openUploadDialog({ filter: "video" })}>
          <Video aria-hidden="true" />
          Upload Videos
        </DropdownMenuItem>
      </DropdownMenuContent>
    </DropdownMenu>
  );
}
