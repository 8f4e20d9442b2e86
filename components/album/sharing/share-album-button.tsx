"use client";

import type { ComponentProps } from "react";
import type { ShareLinkDto } from "@/lib/album/sharing/schema";

const load = () => import("@/lib/album/sharing/client/share");

export interface ShareAlbumButtonProps extends Omit<ComponentProps<"button">, "onClick" | "type"> {
  link: ShareLinkDto;
  /** The page the link leads to. */
  path: string;
}

/** Shares a page of the album. Its code is fetched when someone reaches for it, so the page itself stays light. */
export function ShareAlbumButton({ link, path, ...rest }: ShareAlbumButtonProps) {
  return (
    <button
      {...rest}
      type="button"
      onPointerEnter={() => void load()}
      onFocus={() => void load()}
      onClick={async () => {
        const { share, sharedAddress } = await load();
        await share({ title: link.title, text: link.text, url: sharedAddress(path, link.albumToken) });
      }}
    />
  );
}
