/** What the browser stores about the session (specification 3). None of it means anything to the server. */
export interface StoredUser {
  id: string;
  username: string;
  sessionId?: string;
}

const persistentTokenKey = "persistentAuthToken";
const settingsTokenKey = "settingsAuthToken";
const userKey = "userData";

// Private windows and strict settings may refuse storage: then nothing is stored.
function storage(): Storage | null {
  try {
    return globalThis.localStorage ?? null;
  } catch {
    return null;
  }
}

/** The stored user record; null when there is none with an id. */
export function readStoredUser(): StoredUser | null {
  try {
    const record: unknown = JSON.parse(storage()?.getItem(userKey) ?? "null");
    if (typeof record !== "object" || record === null) return null;
    const { id, username, sessionId } = record as Record<string, unknown>;
    if (typeof id !== "string" || !id) return null;
    return {
      id,
      username: typeof username === "string" ? username : "",
      ...(typeof sessionId === "string" ? { sessionId } : {}),
    };
  } catch {
    return null;
  }
}

/** Remembers who is signed in, for the headers of specification 7. */
export function storeSession(user: StoredUser): void {
  const store = storage();
  try {
    store?.setItem(userKey, JSON.stringify(user));
    store?.setItem(persistentTokenKey, "true");
    store?.setItem(settingsTokenKey, "true");
  } catch {
    // A full or refused storage costs only the headers, which the server ignores.
  }
}

export function forgetStoredSession(): void {
  for (const key of [userKey, persistentTokenKey, settingsTokenKey]) storage()?.removeItem(key);
}

export function hasStoredSession(): boolean {
  return Boolean(storage()?.getItem(persistentTokenKey));
}

/** X-Auth-Token and X-Settings-Token (specification 6). */
export function sessionHeaders(): Record<string, string> {
  const settingsToken = storage()?.getItem(settingsTokenKey);
  return {
    ...(hasStoredSession() ? { "X-Auth-Token": "true" } : {}),
    ...(settingsToken ? { "X-Settings-Token": settingsToken } : {}),
  };
}

/** X-Session-ID and X-User-ID, for media and heart calls when a session exists (specification 6). */
export function identityHeaders(path: string): Record<string, string> {
  const user = readStoredUser();
  if (!user || !/^\/api\/(media|hearts)(\/|\?|$)/.test(path)) return {};
  return { "X-User-ID": user.id, ...(user.sessionId ? { "X-Session-ID": user.sessionId } : {}) };
}
