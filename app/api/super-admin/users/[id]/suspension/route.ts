import { route } from "@/lib/http/route";
import { sessionOrigin } from "@/lib/http/session-origin";
import { adminUserSchema, suspendPersonSchema } from "@/lib/operations/super-admin/schema";
import { liftSuspension, suspendPerson } from "@/lib/operations/super-admin/server/person-service";
import { idParams } from "@/lib/shared/id-params";

export const POST = route({
  summary: "Suspends a person, with a reason they read when they try to sign in.",
  access: "superAdmin",
  params: idParams,
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
  params: idParams,
  answer: adminUserSchema,
  handler: (context) =>
    liftSuspension({ actor: context.actor, origin: sessionOrigin(context) }, context.params.id),
});
