import { useQuery } from "@tanstack/react-query";
import { toast } from "@/components/ui/toast";
import { singleImagePath } from "@/lib/album/media/picture-urls";
import { shareLinkOptions } from "@/lib/album/sharing/client/queries";
import { share, sharedAddress } from "@/lib/album/sharing/client/share";

/** Shares the link to one picture. Its text is fetched beforehand: sharing must immediately follow the press. */
export function useSharePicture(): (id: string) => Promise<void> {
  const { data: link } = useQuery(shareLinkOptions());
  return async (id) => {
    if (!link) {
      toast({
        title: "Sharing is not ready yet",
        description: "Check your connection, then try again.",
        variant: "danger",
      });
      return;
    }
    const url = sharedAddress(singleImagePath(id), link.albumToken);
    await share({ title: link.title, text: link.text, url });
  };
}
