import { queryOptions } from "@tanstack/react-query";
import type { ShareLinkDto } from "@/lib/album/sharing/schema";

/** What a share of the album says. It only changes with the family. */
export const shareLinkOptions = () => queryOptions<ShareLinkDto | null>({ queryKey: ["/api/share-link"] });
