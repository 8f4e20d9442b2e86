import { testMailSchema } from "@/lib/core/mail-templates/schema";
import { route } from "@/lib/http/route";
import { sendOperatorTestMail } from "@/lib/operations/system/server/setup-service";

export const POST = route({
  summary: "Sends a test email to the caller: whoever set up this installation, or a super admin.",
  access: "user",
  answer: testMailSchema,
  handler: ({ actor }) => sendOperatorTestMail(actor),
});
