import { queryOptions } from "@tanstack/react-query";
import type { ShareLinkDto } from "@/lib/album/sharing/schema";

/** The content of a share of the album. It changes only with the family. */
export const shareLinkOptions = () => queryOptions<ShareLinkDto | null>({ queryKey: ["/api/share-link"] });
