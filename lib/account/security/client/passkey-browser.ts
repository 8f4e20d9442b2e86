import {
  type PublicKeyCredentialCreationOptionsJSON,
  type PublicKeyCredentialRequestOptionsJSON,
  startAuthentication,
  startRegistration,
} from "@simplewebauthn/browser";
import type { UserDto } from "@/lib/account/accounts/schema";
import {
  requestChallenge,
  requestRegistration,
  sendPasskey,
  sendPasskeySignIn,
} from "@/lib/account/security/client/queries";
import type { PasskeyAssertion, PasskeyDto, Proof } from "@/lib/account/security/schema";

// Loaded when a passkey is actually used: nobody else needs the library.

/** The device refused, the person cancelled, or it timed out: reported with our own message, not the browser's. */
function toPasskeyError(error: unknown): Error {
  const name = error instanceof Error ? error.name : "";
  if (name === "InvalidStateError") return new Error("This device already has a passkey for your account.");
  return new Error("The passkey was not used. You can try again whenever you like.");
}

async function askDevice<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw toPasskeyError(error);
  }
}

/** A passkey's answer to a new challenge. @throws Error with a message for people */
export async function answerWithPasskey(): Promise<PasskeyAssertion> {
  const optionsJSON = await requestChallenge<PublicKeyCredentialRequestOptionsJSON>();
  return (await askDevice(() => startAuthentication({ optionsJSON }))) as PasskeyAssertion;
}

export async function signInWithPasskey(): Promise<UserDto> {
  return sendPasskeySignIn(await answerWithPasskey());
}

/** Creates a passkey on this device, or on another one that the browser offers. */
export async function createPasskey(name: string, proof: Proof): Promise<PasskeyDto> {
  const optionsJSON = await requestRegistration<PublicKeyCredentialCreationOptionsJSON>(proof);
  return sendPasskey(name, await askDevice(() => startRegistration({ optionsJSON })));
}
