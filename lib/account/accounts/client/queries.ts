import type { CreateAccountInput, OrganizationSignupInput, UserDto } from "@/lib/account/accounts/schema";
import { apiRequest } from "@/lib/http/api-client";
import { sessionHeaders } from "@/lib/http/stored-session";

/** The User in an answer that is the user or contains one; null without an id (specification 5). */
export function userIn(answer: unknown): UserDto | null {
  if (typeof answer !== "object" || answer === null) return null;
  const candidate = "user" in answer ? answer.user : answer;
  if (typeof candidate !== "object" || candidate === null) return null;
  return "id" in candidate && candidate.id ? (candidate as UserDto) : null;
}

/** The signed-in user; null if there is none, or if the check failed, without a message (specification 8.2). */
export async function fetchCurrentUser(): Promise<UserDto | null> {
  try {
    const response = await fetch("/api/auth/me", {
      credentials: "include",
      cache: "no-store",
      headers: { "Cache-Control": "no-cache", Pragma: "no-cache", ...sessionHeaders() },
    });
    return response.ok ? userIn(await response.json()) : null;
  } catch {
    return null;
  }
}

/**
 * Signs in.
 * @param code from the authenticator app, or a recovery code, if the account asks for one
 * @returns null when the answer contains no user
 * @throws Error with the server's error field, else 'Invalid credentials', else
 *   'Login failed (status: statusText)' (specification 8.2); its `code` is the answer's
 */
export async function requestLogin(
  usernameOrEmail: string,
  password: string,
  code?: string,
): Promise<UserDto | null> {
  const response = await fetch("/api/auth/login", {
    method: "POST",
    credentials: "include",
    headers: { "Content-Type": "application/json", ...sessionHeaders() },
    body: JSON.stringify({ usernameOrEmail, password, ...(code ? { code } : {}) }),
  });
  if (response.ok) return userIn(await response.json());
  let body: { error?: unknown; code?: unknown } | null;
  try {
    body = await response.json();
  } catch {
    throw new Error(`Login failed (${response.status}: ${response.statusText})`);
  }
  const message = typeof body?.error === "string" && body.error ? body.error : "Invalid credentials";
  throw Object.assign(new Error(message), { code: body?.code });
}

/** Creates a person, their family and a session. @throws ApiError, with `field` if the input is at fault */
export async function requestOrganizationSignup(input: OrganizationSignupInput): Promise<UserDto | null> {
  return userIn(await apiRequest("POST", "/api/organization/signup", input));
}

/** Creates a person without a family, and a session. @throws ApiError */
export async function requestCreateAccount(input: CreateAccountInput): Promise<UserDto | null> {
  return userIn(await apiRequest("POST", "/api/create-account", input));
}
