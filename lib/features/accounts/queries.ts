import type { CreateAccountInput, OrganizationSignupInput, UserDto } from "@/lib/features/accounts/schema";
import { apiRequest } from "@/lib/http/api-client";
import { sessionHeaders } from "@/lib/http/stored-session";

/** The User out of an answer that is the user or holds one; null without an id (specification 5). */
function userIn(answer: unknown): UserDto | null {
  if (typeof answer !== "object" || answer === null) return null;
  const candidate = "user" in answer ? answer.user : answer;
  if (typeof candidate !== "object" || candidate === null) return null;
  return "id" in candidate && candidate.id ? (candidate as UserDto) : null;
}

/** Who is signed in; null for nobody. A failed check is nobody too, without a message (specification 8.2). */
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
 * @returns null when the answer holds no user
 * @throws Error with the server's error field, else 'Invalid credentials', else
 *   'Login failed (status: statusText)' (specification 8.2)
 */
export async function requestLogin(usernameOrEmail: string, password: string): Promise<UserDto | null> {
  const response = await fetch("/api/auth/login", {
    method: "POST",
    credentials: "include",
    headers: { "Content-Type": "application/json", ...sessionHeaders() },
    body: JSON.stringify({ usernameOrEmail, password }),
  });
  if (response.ok) return userIn(await response.json());
  let body: { error?: unknown } | null;
  try {
    body = await response.json();
  } catch {
    throw new Error(`Login failed (${response.status}: ${response.statusText})`);
  }
  throw new Error(typeof body?.error === "string" && body.error ? body.error : "Invalid credentials");
}

/** Makes a person, their family and a session. @throws ApiError, with `field` where the input is at fault */
export async function requestOrganizationSignup(input: OrganizationSignupInput): Promise<UserDto | null> {
  return userIn(await apiRequest("POST", "/api/organization/signup", input));
}

/** Makes a person without a family, and a session. @throws ApiError */
export async function requestCreateAccount(input: CreateAccountInput): Promise<UserDto | null> {
  return userIn(await apiRequest("POST", "/api/create-account", input));
}
