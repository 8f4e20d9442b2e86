import { templateParams, templateTextSchema, testMailSchema } from "@/lib/core/mail-templates/schema";
import { sendTestMail } from "@/lib/core/mail-templates/server/service";
import { route } from "@/lib/http/route";

export const POST = route({
  summary: "Sends an email with this text and made-up values to the super admin who asks.",
  access: "superAdmin",
  params: templateParams,
  body: templateTextSchema,
  answer: testMailSchema,
  handler: ({ actor, params, body }) => sendTestMail(actor, params.name, body),
});
