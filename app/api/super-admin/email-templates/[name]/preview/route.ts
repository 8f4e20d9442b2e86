import { renderedMailSchema, templateParams, templateTextSchema } from "@/lib/core/mail-templates/schema";
import { previewMailTemplate } from "@/lib/core/mail-templates/server/service";
import { route } from "@/lib/http/route";

export const POST = route({
  summary: "Previews an email with this text and made-up values. Nothing is saved.",
  access: "superAdmin",
  params: templateParams,
  body: templateTextSchema,
  answer: renderedMailSchema,
  handler: ({ params, body }) => previewMailTemplate(params.name, body),
});
