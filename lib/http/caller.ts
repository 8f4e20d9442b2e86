import type { Actor } from "@/lib/core/auth/server/actor";
import { bearerToken } from "@/lib/core/auth/server/api-keys";
import { actorOfKey, isPersonalKey, type KeyActor } from "@/lib/core/auth/server/personal-keys";
import { actorOfScreen, type ScreenActor, screenSecretIn } from "@/lib/core/auth/server/screens";
import { sessionCookieIn } from "@/lib/core/auth/server/session-cookie";
import { actorFromCookies } from "@/lib/core/auth/server/sessions";
import type { KeyScope } from "@/lib/generated/prisma/enums";
import { keyNotAllowed, keyNotValid } from "@/lib/http/errors";
import { countAnonymousRequest } from "@/lib/http/light-limit";
import { chargeRateLimit, consumeRateLimit, type RateLimit, tooManyRequests } from "@/lib/http/rate-limit";

/** The scope a personal key needs for a call; `any`: whatever the key's scopes. */
export type OpenTo = KeyScope | "any";

/** Who may make a call, apart from people with a session. */
export interface Openness {
  /** undefined for a call that is closed to keys. */
  keyScope: OpenTo | undefined;
  /** `only`: TVs and frames request what they show. */
  screens: "closed" | "open" | "only";
}

/** What a request says about who sent it. */
export interface Credentials {
  cookie: string | null | undefined;
  /** null if the call ignores keys. */
  authorization: string | null | undefined;
  /** Whether it came over https (isSecureRequest). */
  isSecure: boolean;
  address: string;
}

/** Per key. A refused request costs more, so a program that tries ids is soon stopped. */
export const keyRequests: RateLimit = { name: "personal-key", points: 3_000, seconds: 60 };
const refusalPoints = 50;
/** Per TV or frame. */
export const screenRequests: RateLimit = { ...keyRequests, name: "screen" };

/** The personal key that a request is made with. If there is a session cookie, only that counts. */
export function personalKeyIn({ cookie, authorization, isSecure }: Credentials): string | null {
  const token = bearerToken(authorization);
  if (token === null || !isPersonalKey(token)) return null;
  return sessionCookieIn(cookie, isSecure) === null ? token : null;
}

async function requireKeyActor(key: string, address: string): Promise<KeyActor> {
  const actor = await actorOfKey(key, address);
  if (actor) return actor;
  const secondsToWait = countAnonymousRequest(address);
  throw secondsToWait > 0 ? tooManyRequests(secondsToWait) : keyNotValid();
}

function requireScope({ key }: KeyActor, openTo: OpenTo | undefined): void {
  if (openTo === undefined) throw keyNotAllowed();
  if (openTo === "any" || key.scopes.includes(openTo)) return;
  throw keyNotAllowed(`This API key can't do that: it would need to be created for “${openTo}”.`);
}

/** The paired TV or frame that sent a request, if any. */
async function screenActorOf({ cookie, isSecure, address }: Credentials): Promise<ScreenActor | null> {
  const secret = screenSecretIn(cookie, isSecure);
  if (secret === null) return null;
  const actor = await actorOfScreen(secret);
  if (actor) return actor;
  const secondsToWait = countAnonymousRequest(address);
  if (secondsToWait > 0) throw tooManyRequests(secondsToWait);
  return null;
}

/**
 * Who sent a request: the owner of the session or, without one, of a personal key that opens the call, or a TV or
 * frame. The only place that decides this. If a call is closed to screens, their cookie is ignored.
 * @param seen called with the actor of a key or screen even if it is then refused, for the log
 * @throws AppError 401 and 403 for a key, 429
 */
export async function callerOf(
  credentials: Credentials,
  { keyScope, screens }: Openness,
  seen: (actor: Actor) => void = () => {},
): Promise<Actor | null> {
  const key = screens === "only" ? null : personalKeyIn(credentials);
  if (key !== null) {
    const actor = await requireKeyActor(key, credentials.address);
    seen(actor);
    await consumeRateLimit(keyRequests, actor.key.id);
    requireScope(actor, keyScope);
    return actor;
  }
  const person = screens === "only" ? null : await actorFromCookies(credentials.cookie, credentials.isSecure);
  if (person || screens === "closed") return person;
  const screen = await screenActorOf(credentials);
  if (!screen) return null;
  seen(screen);
  await consumeRateLimit(screenRequests, screen.screenId);
  return screen;
}

/** Charges a refused request to the key or screen that made it. */
export async function countRefusal(actor: Actor | null, status: number): Promise<void> {
  if (status !== 403 && status !== 404) return;
  if (actor?.key) await chargeRateLimit(keyRequests, actor.key.id, refusalPoints);
  else if (actor?.screenId) await chargeRateLimit(screenRequests, actor.screenId, refusalPoints);
}
