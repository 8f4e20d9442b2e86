import { useQuery } from "@tanstack/react-query";
import { toast } from "@/components/ui/toast";
import { shareLinkOptions } from "@/lib/album/sharing/client/queries";
import type { ShareLinkDto } from "@/lib/album/sharing/schema";

/**
 * The content of a share of the album, fetched beforehand: sharing must immediately follow the press.
 * @returns a function that gives null, says so and tries again if it could not be fetched yet
 */
export function useShareLink(): () => ShareLinkDto | null {
  const { data: link, refetch } = useQuery(shareLinkOptions());
  return () => {
    if (link) return link;
    void refetch({ cancelRefetch: false });
    toast({
      title: "Sharing is not ready yet",
      description: "Check your connection, then try again.",
      variant: "danger",
    });
    return null;
  };
}
