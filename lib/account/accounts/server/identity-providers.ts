import type { IdentityProviderId } from "@/lib/account/accounts/schema";
import { env } from "@/lib/env";

/** A provider of external accounts that people can sign in with. */
export interface IdentityProvider {
  id: IdentityProviderId;
  /** What the button calls it. */
  name: string;
  issuer: string;
  clientId: string;
  clientSecret: string;
}

/** The configured providers, in the order in which they are offered. */
export function configuredIdentityProviders(): IdentityProvider[] {
  const providers: IdentityProvider[] = [];
  const { GOOGLE_CLIENT_ID, GOOGLE_CLIENT_SECRET, OIDC_ISSUER, OIDC_CLIENT_ID, OIDC_CLIENT_SECRET } = env;
  if (GOOGLE_CLIENT_ID && GOOGLE_CLIENT_SECRET) {
    providers.push({
      id: "google",
      name: "Google",
      issuer: "https://accounts.google.com",
      clientId: GOOGLE_CLIENT_ID,
      clientSecret: GOOGLE_CLIENT_SECRET,
    });
  }
  if (OIDC_ISSUER && OIDC_CLIENT_ID && OIDC_CLIENT_SECRET) {
    providers.push({
      id: "oidc",
      name: env.OIDC_NAME,
      issuer: OIDC_ISSUER.replace(/\/+$/, ""),
      clientId: OIDC_CLIENT_ID,
      clientSecret: OIDC_CLIENT_SECRET,
    });
  }
  return providers;
}
