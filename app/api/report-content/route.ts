import { route } from "@/lib/http/route";
import { reportContentSchema, reportReceiptSchema } from "@/lib/operations/reports/schema";
import { reportContent } from "@/lib/operations/reports/server/service";

export const POST = route({
  summary: "Reports an item: it is hidden from the whole family until one of its admins decides.",
  access: "member",
  body: reportContentSchema,
  answer: reportReceiptSchema,
  status: 201,
  isCreating: true,
  handler: ({ actor, body }) => reportContent(actor, body),
});
