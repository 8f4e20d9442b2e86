"use client";

import { FileDown, ImageDown, MapPinOff } from "lucide-react";
import type { DownloadedItem } from "@/components/album/media/viewer/download-button";
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuTrigger,
} from "@/components/ui/dropdown-menu";
import type { LazyMenuContentProps } from "@/components/ui/lazy-menu";
import { downloadEditedUrl, downloadUrl, downloadWithoutPlaceUrl } from "@/lib/album/media/picture-urls";

/** An edited photo as it is shown, the original as it is, or a copy to share, without the location. */
export function DownloadMenuContent({ trigger, item }: LazyMenuContentProps & { item: DownloadedItem }) {
  return (
    <DropdownMenu defaultOpen>
      <DropdownMenuTrigger asChild>{trigger}</DropdownMenuTrigger>
      <DropdownMenuContent>
        {item.isEdited && (
          <DropdownMenuItem asChild>
            <a href={downloadEditedUrl(item.id)} download>
              <ImageDown aria-hidden="true" />
              Download as shown
            </a>
          </DropdownMenuItem>
        )}
        <DropdownMenuItem asChild>
          <a href={downloadUrl(item.id)} download>
            <FileDown aria-hidden="true" />
            Download original
          </a>
        </DropdownMenuItem>
        <DropdownMenuItem asChild>
          <a href={downloadWithoutPlaceUrl(item.id)} download>
            <MapPinOff aria-hidden="true" />
            Download without place
          </a>
        </DropdownMenuItem>
      </DropdownMenuContent>
    </DropdownMenu>
  );
}
