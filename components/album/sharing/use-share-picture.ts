import { useShareLink } from "@/components/album/sharing/use-share-link";
import { singleImagePath } from "@/lib/album/media/picture-urls";
import { share, sharedAddress } from "@/lib/album/sharing/client/share";

/** Shares the link to one picture. */
export function useSharePicture(): (id: string) => Promise<void> {
  const shareLink = useShareLink();
  return async (id) => {
    const link = shareLink();
    if (!link) return;
    const url = sharedAddress(singleImagePath(id), link.albumToken);
    await share({ title: link.title, text: link.text, url });
  };
}
