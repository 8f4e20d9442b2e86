import { queryOptions } from "@tanstack/react-query";
import type { IdentityProviderId, UserDto } from "@/lib/account/accounts/schema";
import type {
  ActivityDto,
  IdentityDto,
  PasskeyAssertion,
  PasskeyDto,
  PasskeyRegistration,
  Proof,
  RecoveryCodesDto,
  SecondFactorDto,
  SecondFactorSetupDto,
  SessionDto,
} from "@/lib/account/security/schema";
import { apiRequest } from "@/lib/http/api-client";

export const sessionsKey = ["/api/auth/sessions"] as const;
export const passkeysKey = ["/api/auth/passkeys"] as const;
export const secondFactorKey = ["/api/auth/second-factor"] as const;
export const identitiesKey = ["/api/auth/identities"] as const;
export const activityKey = ["/api/user/activity"] as const;

function listed<T>(queryKey: readonly [string]) {
  return queryOptions({
    queryKey,
    queryFn: ({ signal }) => apiRequest<T>("GET", queryKey[0], undefined, { signal }),
  });
}

export const sessionsQuery = listed<SessionDto[]>(sessionsKey);
export const passkeysQuery = listed<PasskeyDto[]>(passkeysKey);
export const secondFactorQuery = listed<SecondFactorDto>(secondFactorKey);
export const identitiesQuery = listed<IdentityDto[]>(identitiesKey);
export const activityQuery = listed<ActivityDto[]>(activityKey);

/** Options made by the passkey library; nothing else reads them. */
export type PasskeyOptions<T> = T & { challenge: string };

export const endSession = (id: string) => apiRequest("DELETE", `/api/auth/sessions/${id}`);
export const endOtherSessions = () => apiRequest<{ count: number }>("DELETE", "/api/auth/sessions");

export const requestRegistration = <T>(proof: Proof) =>
  apiRequest<PasskeyOptions<T>>("POST", "/api/auth/passkeys/registration", proof);
export const requestChallenge = <T>() =>
  apiRequest<PasskeyOptions<T>>("POST", "/api/auth/passkeys/challenge", {});
export const sendPasskey = (name: string, registration: PasskeyRegistration) =>
  apiRequest<PasskeyDto>("POST", "/api/auth/passkeys", { name, registration });
export const sendPasskeySignIn = (passkey: PasskeyAssertion) =>
  apiRequest<UserDto>("POST", "/api/auth/passkeys/sign-in", { passkey });
export const renamePasskey = (id: string, name: string) =>
  apiRequest<PasskeyDto>("PATCH", `/api/auth/passkeys/${id}`, { name });
export const removePasskey = (id: string, proof: Proof) =>
  apiRequest("DELETE", `/api/auth/passkeys/${id}`, proof);

export const startSecondFactor = (proof: Proof) =>
  apiRequest<SecondFactorSetupDto>("POST", "/api/auth/second-factor", proof);
export const confirmSecondFactor = (code: string) =>
  apiRequest<RecoveryCodesDto>("POST", "/api/auth/second-factor/confirm", { code });
export const renewRecoveryCodes = (proof: Proof) =>
  apiRequest<RecoveryCodesDto>("POST", "/api/auth/second-factor/recovery-codes", proof);
export const stopSecondFactor = (proof: Proof) => apiRequest("DELETE", "/api/auth/second-factor", proof);

/** @returns the URL to continue at */
export const startLink = (provider: IdentityProviderId, proof: Proof) =>
  apiRequest<{ url: string }>("POST", "/api/auth/identities", { provider, ...proof });
export const unlinkIdentity = (id: string, proof: Proof) =>
  apiRequest("DELETE", `/api/auth/identities/${id}`, proof);

/** Completes a sign-in at a provider with a code from the authenticator app. */
export const sendIdentityCode = (code: string) =>
  apiRequest<UserDto>("POST", "/api/auth/identity-providers/second-factor", { code });
