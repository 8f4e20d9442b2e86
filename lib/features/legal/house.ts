import { env } from "@/lib/env";
import { isRecognitionAvailable } from "@/lib/platform/recognition/recognition";

/** What the legal pages have to say about this installation: who runs it, and whom it hands anything to. */
export interface HouseFacts {
  appName: string;
  operatorName: string | null;
  operatorContact: string | null;
  /** Each only where it is set up. */
  sendsMail: boolean;
  sendsSms: boolean;
  pushes: boolean;
  takesCards: boolean;
  printsElsewhere: boolean;
  storesElsewhere: boolean;
  /** How the sign-in buttons call the accounts elsewhere. */
  identityProviders: string[];
  usesAvatarService: boolean;
  /** A family's admin can switch it on here. */
  looksForFaces: boolean;
}

/** Read from the settings, so that the pages never promise what isn't so. */
export function houseFacts(): HouseFacts {
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
