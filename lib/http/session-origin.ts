import type { SessionOrigin } from "@/lib/core/auth/server/sessions";

/** Which device is signing in, for the list of sessions. */
export function sessionOrigin(context: { request: Request; address: string }): SessionOrigin {
  return { userAgent: context.request.headers.get("user-agent"), ipAddress: context.address };
}
