import { randomUUID } from "node:crypto";
import type { APIRequestContext, Page } from "@playwright/test";

export interface TestPerson {
  username: string;
  email: string;
  password: string;
  familyName: string;
}

/** A unique person: every test has its own family. */
export function newPerson(): TestPerson {
  const name = `ada-${randomUUID().slice(0, 8)}`;
  return {
    username: name,
    email: `${name}@example.org`,
    password: "sunday lunch",
    familyName: "The Okafors",
  };
}

async function mustPost(request: APIRequestContext, path: string, data: unknown): Promise<void> {
  const answer = await request.post(path, { data });
  if (!answer.ok()) throw new Error(`${path} answered ${answer.status()}: ${await answer.text()}`);
}

/** Creates the family through the API; the browser's context is then signed in, at the start of the wizard. */
export async function signUpNewFamily(request: APIRequestContext): Promise<TestPerson> {
  const person = newPerson();
  await mustPost(request, "/api/organization/signup", person);
  return person;
}

/** Completes the wizard through the API, as the signed-in person, who has a password. */
export async function completeOnboarding(
  request: APIRequestContext,
  email: string,
  server = "",
): Promise<void> {
  await mustPost(request, `${server}/profile-direct-update`, {
    email,
    phoneNumber: "+447700900123",
    addressFullName: "Ada Okafor",
    addressLine1: "1 Garden Lane",
    addressCity: "Leeds",
    addressPostcode: "LS1 1AA",
  });
  await mustPost(request, `${server}/api/auth/complete-onboarding`, undefined);
}

/** A family whose owner has completed the wizard; the browser's context is then signed in. */
export async function signUpFamily(request: APIRequestContext): Promise<TestPerson> {
  const person = await signUpNewFamily(request);
  await completeOnboarding(request, person.email);
  return person;
}

/** Invites someone to the family of the person signed in. @returns the invitation's code */
export async function invite(owner: APIRequestContext, person: TestPerson): Promise<string> {
  const { username, email } = person;
  const answer = await owner.post("/api/invitations", { data: { username, email, isAdmin: false } });
  if (!answer.ok()) throw new Error(`The invitation answered ${answer.status()}: ${await answer.text()}`);
  return ((await answer.json()) as { url: string }).url.split("/").pop() ?? "";
}

/** Someone else joins the family of the person signed in, and signs in in their own browser. */
export async function joinFamilyOf(owner: APIRequestContext, theirs: APIRequestContext): Promise<TestPerson> {
  const person = newPerson();
  const { username, email, password } = person;
  const code = await invite(owner, person);
  await mustPost(theirs, `/api/register/${code}`, { password, phoneNumber: null });
  await mustPost(theirs, "/api/auth/login", { usernameOrEmail: username, password });
  await completeOnboarding(theirs, email);
  return person;
}

/**
 * Completes the wizard on the page, as a new user would.
 * @param onStep called when a step is shown
 */
export async function walkThroughWizard(page: Page, onStep = async () => {}): Promise<void> {
  const arriveAt = async (name: string) => {
    await page.getByRole("heading", { level: 1, name }).waitFor();
    await onStep();
    await page.getByRole("heading", { level: 1, name }).waitFor();
  };
  await arriveAt("Getting Started");
  await page.getByRole("button", { name: "Get Started" }).click();
  await arriveAt("Profile");
  await page.getByLabel("Phone number").fill("07700 900123");
  await page.getByLabel("Full name").fill("Ada Okafor");
  await page.getByLabel("Address line 1").fill("1 Garden Lane");
  await page.getByLabel("City").fill("Leeds");
  await page.getByLabel("Postcode").fill("LS1 1AA");
  await page.getByRole("button", { name: "Save & Continue" }).click();
  await arriveAt("Notification Preferences");
  await page.getByRole("button", { name: "Complete Setup" }).click();
}

/** Creates the family on the pages, from the first one that a visitor sees to home. */
export async function signUpFromWelcome(page: Page, person: TestPerson): Promise<void> {
  await page.goto("/");
  await page.getByRole("link", { name: "Create your family" }).first().click();
  await page.getByLabel("Family name").fill(person.familyName);
  await page.getByLabel("Username").fill(person.username);
  await page.getByLabel("Email").fill(person.email);
  await page.getByLabel("Password", { exact: true }).fill(person.password);
  await page.getByRole("button", { name: "Create your family" }).click();
  await walkThroughWizard(page);
}

/** The album's own errors, without the browser's start-up noise. */
export function collectErrors(page: Page): string[] {
  const errors: string[] = [];
  page.on("pageerror", (error) => errors.push(error.message));
  page.on("console", (message) => {
    // A visitor's session check answers 401, which the browser logs.
    if (message.type() === "error" && !/status of (401|404|409)/.test(message.text()))
      errors.push(message.text());
  });
  return errors;
}
