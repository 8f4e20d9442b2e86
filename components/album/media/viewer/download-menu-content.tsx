"use client";

import { useQuery } from "@tanstack/react-query";
import { CircleDot, FileDown, ImageDown, type LucideIcon, MapPinOff } from "lucide-react";
import type { DownloadedItem } from "@/components/album/media/viewer/download-button";
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuTrigger,
} from "@/components/ui/dropdown-menu";
import type { LazyMenuContentProps } from "@/components/ui/lazy-menu";
import { detailOptions } from "@/lib/album/media/client/item-queries";
import {
  downloadClipUrl,
  downloadEditedUrl,
  downloadUrl,
  downloadWithoutPlaceUrl,
} from "@/lib/album/media/original-urls";

/** An edited photo as shown, the unchanged original, or a copy to share, without the location; a Live Photo's clip. */
export function DownloadMenuContent({ trigger, item }: LazyMenuContentProps & { item: DownloadedItem }) {
  const { data: detail } = useQuery(detailOptions(item.id));
  return (
    <DropdownMenu defaultOpen>
      <DropdownMenuTrigger asChild>{trigger}</DropdownMenuTrigger>
      <DropdownMenuContent>
        {item.isEdited && (
          <Entry href={downloadEditedUrl(item.id)} Icon={ImageDown}>
            Download as shown
          </Entry>
        )}
        <Entry href={downloadUrl(item.id)} Icon={FileDown}>
          Download original
        </Entry>
        <Entry href={downloadWithoutPlaceUrl(item.id)} Icon={MapPinOff}>
          Download without place
        </Entry>
        {detail?.clip && (
          <Entry href={downloadClipUrl(item.id)} Icon={CircleDot}>
            Download the clip
          </Entry>
        )}
      </DropdownMenuContent>
    </DropdownMenu>
  );
}

function Entry({ href, Icon, children }: { href: string; Icon: LucideIcon; children: string }) {
  return (
    <DropdownMenuItem asChild>
      <a href={href} download>
        <Icon aria-hidden="true" />
        {children}
      </a>
    </DropdownMenuItem>
  );
}
