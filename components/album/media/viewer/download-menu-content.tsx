"use client";

import { useQuery } from "@tanstack/react-query";
import { CircleDot, FileDown, MapPinOff } from "lucide-react";
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuTrigger,
} from "@/components/ui/dropdown-menu";
import type { LazyMenuContentProps } from "@/components/ui/lazy-menu";
import { detailOptions } from "@/lib/album/media/client/queries";
import { downloadClipUrl, downloadUrl, downloadWithoutPlaceUrl } from "@/lib/album/media/picture-urls";

/** The original as it is, or a copy to share, without the location; and the clip of a Live Photo. */
export function DownloadMenuContent({ trigger, mediaId }: LazyMenuContentProps & { mediaId: string }) {
  const { data: detail } = useQuery(detailOptions(mediaId));
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
        {detail?.clip && (
          <DropdownMenuItem asChild>
            <a href={downloadClipUrl(mediaId)} download>
              <CircleDot aria-hidden="true" />
              Download the clip
            </a>
          </DropdownMenuItem>
        )}
      </DropdownMenuContent>
    </DropdownMenu>
  );
}
