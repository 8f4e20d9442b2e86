import { isDeepStrictEqual } from "node:util";

/**
 * One of the installation's secrets. The id says which one made a value; null in the older format with a single secret.
 */
export interface SecretKey {
  id: string | null;
  secret: string;
}

const withId = /^([\w-]{1,24}):(.*)$/s;

/**
 * The keys in AUTH_SECRET: `id:secret,id:secret`, or a single secret. The first one signs and encrypts; all of them
 * verify and decrypt.
 */
export function parseKeyList(value: string): SecretKey[] {
  const parts = value.split(",").map((part) => withId.exec(part.trim()));
  // A self-chosen secret may contain commas and colons: then it isn't in our format.
  if (!parts.every((part) => part !== null)) return [{ id: null, secret: value }];
  return parts.map((part) => ({ id: part[1] ?? "", secret: part[2] ?? "" }));
}

/** @returns null if the list couldn't be read again: a self-chosen secret can contain commas, or spaces at its ends */
export function formatKeyList(keys: { id: string; secret: string }[]): string | null {
  const list = keys.map(({ id, secret }) => `${id}:${secret}`).join(",");
  return isDeepStrictEqual(parseKeyList(list), keys) ? list : null;
}
