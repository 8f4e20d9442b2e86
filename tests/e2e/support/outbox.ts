import type { APIRequest, APIRequestContext } from "@playwright/test";
import { expect } from "@playwright/test";

interface Entry {
  id: string;
  recipient: string;
  subject: string | null;
}

/** The super admin, who passes on the messages in the outbox of an album without mail and SMS. */
export async function signInSuperAdmin(
  request: APIRequest,
  baseURL: string | undefined,
): Promise<APIRequestContext> {
  const context = await request.newContext({ baseURL: baseURL ?? "" });
  const data = { usernameOrEmail: "super@example.org", password: "super-admin-of-tests" };
  expect((await context.post("/api/auth/login", { data })).status()).toBe(200);
  return context;
}

/** The text of the latest message to a recipient; waits until there is one. */
export async function messageFor(superAdmin: APIRequestContext, recipient: string): Promise<string> {
  let found: Entry | undefined;
  await expect
    .poll(async () => {
      const { items } = (await (await superAdmin.get("/api/super-admin/outbox")).json()) as {
        items: Entry[];
      };
      found = items.find((entry) => entry.recipient === recipient);
      return found?.id;
    })
    .toBeTruthy();
  return (await (await superAdmin.get(`/api/super-admin/outbox/${found?.id}`)).json()).text;
}

/** The link in a message. */
export function linkIn(text: string): string {
  const link = /https?:\/\/\S+/.exec(text)?.[0];
  if (!link) throw new Error(`No link in: ${text}`);
  return link;
}
