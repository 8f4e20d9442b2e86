import { shareLinkSchema } from "@/lib/features/sharing/schema";
import { getShareLink } from "@/lib/features/sharing/service";
import { route } from "@/lib/http/route";

export const GET = route({
  summary: "What sharing the current family's album says: title, text, and the token for link previews.",
  access: "member",
  answer: shareLinkSchema,
  handler: ({ actor }) => getShareLink(actor),
});
