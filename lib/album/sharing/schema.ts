import { z } from "zod";

/** What sharing the album takes. */
export const shareLinkSchema = z.object({
  /** Names the family to link previews; opens nothing. */
  albumToken: z.string(),
  /** The album title (specification 1): the family's name. */
  title: z.string(),
  text: z.string(),
});
export type ShareLinkDto = z.infer<typeof shareLinkSchema>;

export const sharePreviewParams = z.object({ token: z.string().max(200) });
