import { reportContentSchema, reportReceiptSchema } from "@/lib/features/reports/schema";
import { reportContent } from "@/lib/features/reports/service";
import { route } from "@/lib/http/route";

export const POST = route({
  summary: "Reports an item: it is hidden from the whole family until one of its admins decides.",
  access: "member",
  body: reportContentSchema,
  answer: reportReceiptSchema,
  status: 201,
  isCreating: true,
  handler: ({ actor, body }) => reportContent(actor, body),
});
