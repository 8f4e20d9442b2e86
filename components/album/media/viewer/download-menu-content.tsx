"use client";

import { useQuery } from "@tanstack/react-query";
import { CircleDot, FileDown, ImageDown, MapPinOff } from "lucide-react";
import type { DownloadedItem } from "@/components/album/media/viewer/download-button";
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuTrigger,
} from "@/components/ui/dropdown-menu";
import type { LazyMenuContentProps } from "@/components/ui/lazy-menu";
import { detailOptions } from "@/lib/album/media/client/queries";
import {
  downloadClipUrl,
  downloadEditedUrl,
  downloadUrl,
  downloadWithoutPlaceUrl,
} from "@/lib/album/media/original-urls";

/** An edited photo as it is shown, the original as it is, or a copy to share, without the location; a Live Photo's clip. */
export function DownloadMenuContent({ trigger, item }: LazyMenuContentProps & { item: DownloadedItem }) {
  const { data: detail } = useQuery(detailOptions(item.id));
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
        {detail?.clip && (
          <DropdownMenuItem asChild>
            <a href={downloadClipUrl(item.id)} download>
              <CircleDot aria-hidden="true" />
              Download the clip
            </a>
          </DropdownMenuItem>
        )}
      </DropdownMenuContent>
    </DropdownMenu>
  );
}
