import { hash, verify } from "@node-rs/argon2";
import { Semaphore } from "@/lib/shared/semaphore";

/** argon2id; 28 ms on two cores (quality.md). Stronger settings would be a way to stop the server. */
const parameters = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };
const hashing = new Semaphore(2);

export function hashPassword(password: string): Promise<string> {
  return hashing.run(() => hash(password, parameters));
}

let dummyHash: Promise<string> | undefined;

/** False for a wrong password, and, after the same time, for somebody who has none. */
export async function verifyPassword(passwordHash: string | null, password: string): Promise<boolean> {
  dummyHash ??= hashPassword("nobody has this password");
  const against = passwordHash ?? (await dummyHash);
  const isRight = await hashing.run(() => verify(against, password));
  return isRight && passwordHash !== null;
}
