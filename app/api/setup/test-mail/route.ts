import { testMailSchema } from "@/lib/core/mail-templates/schema";
import { route } from "@/lib/http/route";
import { sendOperatorTestMail } from "@/lib/operations/system/server/setup-service";

export const POST = route({
  summary:
    "Sends a test email to the caller, who must be a super admin or the person who set up this installation.",
  access: "user",
  answer: testMailSchema,
  handler: ({ actor }) => sendOperatorTestMail(actor),
});
