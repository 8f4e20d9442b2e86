import {
  mailTemplateSchema,
  templateParams,
  templateWordsSchema,
} from "@/lib/features/mail-templates/schema";
import { getMailTemplate, resetMailTemplate, saveMailTemplate } from "@/lib/features/mail-templates/service";
import { route } from "@/lib/http/route";

export const GET = route({
  summary: "One mail's words, and what may stand in them.",
  access: "superAdmin",
  params: templateParams,
  answer: mailTemplateSchema,
  handler: ({ params }) => getMailTemplate(params.name),
});

export const PUT = route({
  summary: "Changes a mail's words from the next one on.",
  access: "superAdmin",
  params: templateParams,
  body: templateWordsSchema,
  answer: mailTemplateSchema,
  handler: ({ actor, params, body }) => saveMailTemplate(actor, params.name, body),
});

export const DELETE = route({
  summary: "Gives a mail its own words back.",
  access: "superAdmin",
  params: templateParams,
  answer: mailTemplateSchema,
  handler: ({ actor, params }) => resetMailTemplate(actor, params.name),
});
