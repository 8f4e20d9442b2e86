import { z } from "zod";
import { mailTemplateSchema } from "@/lib/core/mail-templates/schema";
import { listMailTemplates } from "@/lib/core/mail-templates/server/service";
import { route } from "@/lib/http/route";

export const GET = route({
  summary: "Every email template with its current text.",
  access: "superAdmin",
  answer: z.array(mailTemplateSchema),
  handler: () => listMailTemplates(),
});
