import { env } from "@/lib/env";
import type { InstallationFacts } from "@/lib/operations/legal/schema";
import { isRecognitionAvailable } from "@/lib/platform/recognition/recognition";

/** Read from the settings, so that the pages never promise what isn't true. */
export function getInstallationFacts(): InstallationFacts {
  const providers = [env.GOOGLE_CLIENT_ID ? "Google" : null, env.OIDC_ISSUER ? env.OIDC_NAME : null].filter(
    (name) => name !== null,
  );
  return {
    appName: env.APP_NAME,
    operatorName: env.OPERATOR_NAME ?? null,
    operatorContact: env.OPERATOR_CONTACT ?? null,
    sendsMail: Boolean(env.SMTP_URL),
    sendsSms: Boolean(env.TWILIO_ACCOUNT_SID),
    pushes: Boolean(env.VAPID_PUBLIC_KEY),
    takesCards: Boolean(env.STRIPE_SECRET_KEY),
    printsElsewhere: Boolean(env.PRODIGI_API_KEY),
    storesElsewhere: Boolean(env.S3_BUCKET),
    identityProviders: providers,
    usesAvatarService: Boolean(env.AVATAR_SERVICE_URL),
    looksForFaces: isRecognitionAvailable(),
  };
}
