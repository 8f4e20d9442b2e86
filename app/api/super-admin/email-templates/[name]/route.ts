import { mailTemplateSchema, templateParams, templateTextSchema } from "@/lib/core/mail-templates/schema";
import {
  getMailTemplate,
  resetMailTemplate,
  saveMailTemplate,
} from "@/lib/core/mail-templates/server/service";
import { route } from "@/lib/http/route";

export const GET = route({
  summary: "One email template and its variables.",
  access: "superAdmin",
  params: templateParams,
  answer: mailTemplateSchema,
  handler: ({ params }) => getMailTemplate(params.name),
});

export const PUT = route({
  summary: "Changes an email template from the next email on.",
  access: "superAdmin",
  params: templateParams,
  body: templateTextSchema,
  answer: mailTemplateSchema,
  handler: ({ actor, params, body }) => saveMailTemplate(actor, params.name, body),
});

export const DELETE = route({
  summary: "Resets an email template to the original.",
  access: "superAdmin",
  params: templateParams,
  answer: mailTemplateSchema,
  handler: ({ actor, params }) => resetMailTemplate(actor, params.name),
});
