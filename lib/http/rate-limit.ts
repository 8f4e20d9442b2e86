import { createHash } from "node:crypto";
import { RateLimiterPostgres, RateLimiterRes } from "rate-limiter-flexible";
import { databasePool } from "@/lib/db";
import { env } from "@/lib/env";
import { AppError } from "@/lib/http/errors";
import { networkKeys } from "@/lib/http/networks";

export interface RateLimit {
  /** Names the counter. */
  name: string;
  points: number;
  seconds: number;
}

const limiters = new Map<string, RateLimiterPostgres>();

function limiter(limit: RateLimit): RateLimiterPostgres {
  let found = limiters.get(limit.name);
  if (!found) {
    found = new RateLimiterPostgres({
      storeClient: databasePool(),
      tableName: "RateLimit",
      tableCreated: true,
      keyPrefix: limit.name,
      points: limit.points,
      duration: limit.seconds,
      clearExpiredByTimeout: false,
    });
    limiters.set(limit.name, found);
  }
  return found;
}

function formatWait(seconds: number): string {
  if (seconds < 90) return seconds === 1 ? "1 second" : `${seconds} seconds`;
  if (seconds < 5400) return `${Math.ceil(seconds / 60)} minutes`;
  return `${Math.ceil(seconds / 3600)} hours`;
}

/** 429 with Retry-After, and a message saying how long. */
export function tooManyRequests(secondsToWait: number): AppError {
  const seconds = Math.max(1, Math.ceil(secondsToWait));
  return new AppError(
    "too_many_requests",
    429,
    `Too many attempts. Please wait ${formatWait(seconds)} and try again.`,
    { headers: { "Retry-After": String(seconds) } },
  );
}

const keyOf = (key: string) => createHash("sha256").update(key).digest("base64url");

/**
 * Takes one point of `key`'s allowance; the counter is shared by every server.
 * @throws AppError 429 with Retry-After, and a message saying how long
 */
export async function consumeRateLimit(limit: RateLimit, key: string): Promise<void> {
  if (!env.RATE_LIMITS) return;
  try {
    // Hashed: any key fits the column, and who tried to sign in from where isn't stored.
    await limiter(limit).consume(keyOf(key));
  } catch (error) {
    if (!(error instanceof RateLimiterRes)) throw error;
    throw tooManyRequests(error.msBeforeNext / 1000);
  }
}

/** Takes more of `key`'s allowance for something that has already happened. */
export async function chargeRateLimit(limit: RateLimit, key: string, points: number): Promise<void> {
  if (env.RATE_LIMITS) await limiter(limit).penalty(keyOf(key), points);
}

/** A visitor's own limit, and the wider one of the network that the address belongs to. */
const addressLimits = (limit: RateLimit, address: string): [RateLimit, string][] =>
  networkKeys(address).map(({ key, factor }) => [
    factor > 1 ? { ...limit, name: `${limit.name} wide`, points: limit.points * factor } : limit,
    key,
  ]);

/**
 * Takes one point of a visitor's allowance, and of the wider one of the network the address belongs to.
 * @throws AppError 429 as consumeRateLimit
 */
export async function consumeAddressRateLimit(limit: RateLimit, address: string): Promise<void> {
  for (const [one, key] of addressLimits(limit, address)) await consumeRateLimit(one, key);
}

/** Refunds what consumeAddressRateLimit took: the request didn't use what is limited. */
export async function refundAddressRateLimit(limit: RateLimit, address: string): Promise<void> {
  if (!env.RATE_LIMITS) return;
  for (const [one, key] of addressLimits(limit, address)) await limiter(one).reward(keyOf(key));
}
