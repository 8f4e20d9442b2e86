/** One of the installation's secrets. The id says which one made a value; null where there is only one, as of old. */
export interface SecretKey {
  id: string | null;
  secret: string;
}

const withId = /^([\w-]{1,24}):(.*)$/s;

/**
 * The keys of AUTH_SECRET, `id:secret,id:secret` or one secret alone. The first one signs and encrypts; all of them
 * verify and decrypt.
 */
export function parseKeyList(value: string): SecretKey[] {
  const parts = value.split(",").map((part) => withId.exec(part.trim()));
  // A secret of one's own may hold commas and colons: then it is none of ours.
  if (!parts.every((part) => part !== null)) return [{ id: null, secret: value }];
  return parts.map((part) => ({ id: part[1] ?? "", secret: part[2] ?? "" }));
}

export function formatKeyList(keys: { id: string; secret: string }[]): string {
  return keys.map(({ id, secret }) => `${id}:${secret}`).join(",");
}
