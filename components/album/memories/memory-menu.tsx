"use client";

import { useQuery } from "@tanstack/react-query";
import { EyeOff, UserRoundMinus } from "lucide-react";
import { useMemoryActions } from "@/components/album/memories/use-memory-actions";
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuTrigger,
} from "@/components/ui/dropdown-menu";
import type { LazyMenuContentProps } from "@/components/ui/lazy-menu";
import { detailKey } from "@/lib/album/media/client/queries";
import type { MediaDetailDto } from "@/lib/album/media/schema";

/** Hides memories: this item, or a person in it. */
export function MemoryMenu({ trigger, mediaId }: LazyMenuContentProps & { mediaId: string }) {
  const { hide, showLess } = useMemoryActions();
  const { data: detail } = useQuery<MediaDetailDto | null>({ queryKey: detailKey(mediaId) });
  return (
    <DropdownMenu defaultOpen>
      <DropdownMenuTrigger asChild>{trigger}</DropdownMenuTrigger>
      <DropdownMenuContent>
        <DropdownMenuItem onSelect={() => void hide.run(mediaId)}>
          <EyeOff aria-hidden="true" />
          Not this again
        </DropdownMenuItem>
        {detail?.tags.map((person) => (
          <DropdownMenuItem key={person.id} onSelect={() => void showLess.run(person)}>
            <UserRoundMinus aria-hidden="true" />
            Show less of {person.displayName}
          </DropdownMenuItem>
        ))}
      </DropdownMenuContent>
    </DropdownMenu>
  );
}
