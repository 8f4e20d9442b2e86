import { liftSuspension, suspendPerson } from "@/lib/features/super-admin/person-service";
import { adminUserSchema, personParams, suspendPersonSchema } from "@/lib/features/super-admin/schema";
import { route } from "@/lib/http/route";
import { sessionOrigin } from "@/lib/http/session-origin";

export const POST = route({
  summary: "Suspends a person, with a reason they read when they try to sign in.",
  access: "superAdmin",
  params: personParams,
  body: suspendPersonSchema,
  answer: adminUserSchema,
  handler: (context) =>
    suspendPerson(
      { actor: context.actor, origin: sessionOrigin(context) },
      context.params.id,
      context.body.reason,
    ),
});

export const DELETE = route({
  summary: "Lifts a person's suspension.",
  access: "superAdmin",
  params: personParams,
  answer: adminUserSchema,
  handler: (context) =>
    liftSuspension({ actor: context.actor, origin: sessionOrigin(context) }, context.params.id),
});
