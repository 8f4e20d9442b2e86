import { z } from "zod";

/** What is needed to share the album. */
export const shareLinkSchema = z.object({
  /** Identifies the family for link previews; grants no access. */
  albumToken: z.string(),
  /** The album title (specification 1): the family's name. */
  title: z.string(),
  text: z.string(),
});
export type ShareLinkDto = z.infer<typeof shareLinkSchema>;

export const sharePreviewParams = z.object({ token: z.string().max(200) });
