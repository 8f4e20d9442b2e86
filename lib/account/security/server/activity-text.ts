import { counted } from "@/lib/shared/counted";

type Detail = Record<string, unknown>;

const text = (value: unknown) => (typeof value === "string" && value ? value : null);
const named = (value: unknown) => (text(value) ? ` “${text(value)}”` : "");

const methodTexts: Record<string, string> = {
  password: "Signed in with the password",
  passkey: "Signed in with a passkey",
  identityProvider: "Signed in with a linked account",
  directAccess: "Signed in with a one-time link",
  invitation: "Signed in from an invitation",
  signup: "Created the account",
};

const describers: Record<string, (detail: Detail) => string> = {
  "account.signedIn": ({ method }) => methodTexts[String(method)] ?? "Signed in",
  "account.signInFailed": () => "Someone tried to sign in with a wrong password",
  "account.guessingNoticed": () => "Someone tried many passwords; a link for a new one was sent",
  "account.passwordChanged": () => "Changed the password",
  "account.passwordSet": () => "Set a password",
  "account.passwordReset": ({ by }) =>
    `Set a new password with a ${by === "sms" ? "code by SMS" : "link by email"}`,
  "account.resetAsked": ({ by }) => `Asked for a new password by ${by === "sms" ? "SMS" : "email"}`,
  "account.childResetAsked": () => "Asked the family's admins for a new password",
  "account.temporaryPasswordSet": () => "Got a temporary password from an admin of the family",
  "account.created": ({ provider }) =>
    text(provider) ? `Created the account with ${provider}` : "Created the account",
  "account.directAccessMade": () => "An admin of the family made a one-time sign-in link",
  "account.emailConfirmed": () => "Confirmed the email address",
  "account.emailReleased": () =>
    "Unconfirmed email address removed: its owner confirmed it on another account",
  "account.signInMethodsRemoved": () => "Removed the other ways to sign in",
  "account.emailChanged": () => "Changed the email address",
  "account.contactChangeAsked": () => "Changed the phone number or asked for another email address",
  "account.contactRestored": () => "Put back the earlier email address and phone number",
  "account.phoneConfirmed": () => "Confirmed the phone number",
  "account.sessionEnded": ({ device }) => `Signed out ${text(device) ?? "another device"}`,
  "account.otherSessionsEnded": ({ count }) =>
    typeof count === "number"
      ? `Signed out ${counted(count, "other device")}`
      : "Signed out the other devices",
  "account.passkeyAdded": ({ name }) => `Added the passkey${named(name)}`,
  "account.passkeyRemoved": ({ name }) => `Removed the passkey${named(name)}`,
  "account.screenPaired": ({ name }) => `Paired the TV or frame${named(name)}`,
  "account.screenEnded": ({ name }) => `Removed the TV or frame${named(name)}`,
  "account.keyCreated": ({ name }) => `Created the API key${named(name)}`,
  "account.keyEnded": ({ name }) => `Revoked the API key${named(name)}`,
  "account.keysEnded": ({ count }) =>
    typeof count === "number" ? `Revoked ${counted(count, "API key")}` : "Revoked the API keys",
  "account.secondFactorOn": () => "Turned the authenticator app on",
  "account.secondFactorOff": () => "Turned the authenticator app off",
  "account.recoveryCodesRenewed": () => "Made new recovery codes",
  "account.identityLinked": ({ provider }) => `Linked ${text(provider) ?? "an outside account"}`,
  "account.identityUnlinked": ({ provider }) => `Unlinked ${text(provider) ?? "an outside account"}`,
  "family.joined": () => "Joined a family",
  "family.roleChanged": () => "Role in the family was changed",
  "family.memberLeft": () => "Left a family",
  "family.memberRemoved": () => "Was removed from a family",
};

/** What happened to an account, as a phrase; null for anything unrelated to its security. */
export function describeActivity(action: string, detail: unknown): string | null {
  return describers[action]?.((detail ?? {}) as Detail) ?? null;
}

/** The actions that have a phrase. */
export const describedActions: readonly string[] = Object.keys(describers);
