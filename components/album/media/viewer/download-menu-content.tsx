"use client";

import { FileDown, MapPinOff } from "lucide-react";
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuTrigger,
} from "@/components/ui/dropdown-menu";
import type { LazyMenuContentProps } from "@/components/ui/lazy-menu";
import { downloadUrl, downloadWithoutPlaceUrl } from "@/lib/album/media/picture-urls";

/** The original as it is, or a copy to share, without the location. */
export function DownloadMenuContent({ trigger, mediaId }: LazyMenuContentProps & { mediaId: string }) {
  return (
    <DropdownMenu defaultOpen>
      <DropdownMenuTrigger asChild>{trigger}</DropdownMenuTrigger>
      <DropdownMenuContent>
        <DropdownMenuItem asChild>
          <a href={downloadUrl(mediaId)} download>
            <FileDown aria-hidden="true" />
            Download original
          </a>
        </DropdownMenuItem>
        <DropdownMenuItem asChild>
          <a href={downloadWithoutPlaceUrl(mediaId)} download>
            <MapPinOff aria-hidden="true" />
            Download without place
          </a>
        </DropdownMenuItem>
      </DropdownMenuContent>
    </DropdownMenu>
  );
}
