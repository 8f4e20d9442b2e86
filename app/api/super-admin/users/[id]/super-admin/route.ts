import { proofSchema } from "@/lib/account/security/schema";
import { getRelyingParty } from "@/lib/account/security/server/relying-party";
import { route } from "@/lib/http/route";
import { sessionOrigin } from "@/lib/http/session-origin";
import { adminUserSchema } from "@/lib/operations/super-admin/schema";
import { setSuperAdmin } from "@/lib/operations/super-admin/server/person-service";
import { idParams } from "@/lib/shared/id-params";

export const POST = route({
  summary: "Makes someone without a family a super admin, after the caller's password or a passkey.",
  access: "superAdmin",
  params: idParams,
  body: proofSchema,
  answer: adminUserSchema,
  handler: (context) =>
    setSuperAdmin({ actor: context.actor, origin: sessionOrigin(context) }, context.params.id, {
      isSuperAdmin: true,
      proof: context.body,
      party: getRelyingParty(context.request),
    }),
});

export const DELETE = route({
  summary: "Makes a super admin an ordinary person again, after the caller's password or a passkey.",
  access: "superAdmin",
  params: idParams,
  body: proofSchema,
  answer: adminUserSchema,
  handler: (context) =>
    setSuperAdmin({ actor: context.actor, origin: sessionOrigin(context) }, context.params.id, {
      isSuperAdmin: false,
      proof: context.body,
      party: getRelyingParty(context.request),
    }),
});
