import { queryOptions } from "@tanstack/react-query";
import type { ShareLinkDto } from "@/lib/album/sharing/schema";

/** What a share of the album says. It changes with the family only. */
export const shareLinkOptions = () => queryOptions<ShareLinkDto | null>({ queryKey: ["/api/share-link"] });
