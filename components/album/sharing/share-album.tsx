import { Share2 } from "lucide-react";
import { ShareAlbumButton } from "@/components/album/sharing/share-album-button";
import { buttonClasses } from "@/components/ui/button";
import type { ShareLinkDto } from "@/lib/album/sharing/schema";

/** A page's share button. Rendered by the server. */
export function ShareAlbum({ link, path }: { link: ShareLinkDto; path: string }) {
  return (
    <ShareAlbumButton
      link={link}
      path={path}
      className={buttonClasses({ variant: "secondary", size: "small" })}
    >
      <Share2 aria-hidden="true" className="-ml-0.5" />
      Share
    </ShareAlbumButton>
  );
}
