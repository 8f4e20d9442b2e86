import { shareLinkSchema } from "@/lib/album/sharing/schema";
import { getShareLink } from "@/lib/album/sharing/server/service";
import { route } from "@/lib/http/route";

export const GET = route({
  summary: "What sharing the current family's album says: title, text, and the token for link previews.",
  access: "member",
  answer: shareLinkSchema,
  handler: ({ actor }) => getShareLink(actor),
});
