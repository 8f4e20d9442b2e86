import { randomUUID } from "node:crypto";
import type { APIRequestContext, Page } from "@playwright/test";

export interface TestPerson {
  username: string;
  email: string;
  password: string;
  familyName: string;
}

/** Somebody nobody else has: every test has its own family. */
export function newPerson(): TestPerson {
  const name = `ada-${randomUUID().slice(0, 8)}`;
  return {
    username: name,
    email: `${name}@example.org`,
    password: "sunday lunch",
    familyName: "The Okafors",
  };
}

/** Makes the family through the call; the browser's context is signed in afterwards. */
export async function signUpFamily(request: APIRequestContext): Promise<TestPerson> {
  const person = newPerson();
  const answer = await request.post("/api/organization/signup", { data: person });
  if (!answer.ok()) throw new Error(`signup answered ${answer.status()}: ${await answer.text()}`);
  return person;
}

/** The album's own answers, without the browser's start-up noise. */
export function collectErrors(page: Page): string[] {
  const errors: string[] = [];
  page.on("pageerror", (error) => errors.push(error.message));
  page.on("console", (message) => {
    // A visitor's session check answers 401, and the browser says so by itself.
    if (message.type() === "error" && !/status of (401|404|409)/.test(message.text()))
      errors.push(message.text());
  });
  return errors;
}
