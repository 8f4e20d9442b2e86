import { createHash, createSign, generateKeyPairSync, type KeyObject, randomBytes } from "node:crypto";
import { isoCBOR } from "@simplewebauthn/server/helpers";
import { albumOrigin, call } from "@/tests/support/call";
import { type Person, testPassword } from "@/tests/support/factories";

const flags = { present: 1, verified: 4, hasCredential: 64 };
const encoded = (bytes: Uint8Array) => Buffer.from(bytes).toString("base64url");
const sha256 = (content: string | Uint8Array) => createHash("sha256").update(content).digest();

interface Situation {
  origin?: string;
  rpId?: string;
  /** Unlocked by finger, face or PIN. */
  isVerified?: boolean;
}

/** A passkey as a phone stores one: an ES256 key that answers challenges of its host. */
export class SoftwarePasskey {
  readonly id = encoded(randomBytes(32));
  counter = 0;
  readonly #privateKey: KeyObject;
  readonly #coseKey: Uint8Array;

  constructor() {
    const { privateKey, publicKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
    const { x = "", y = "" } = publicKey.export({ format: "jwk" }) as { x?: string; y?: string };
    this.#privateKey = privateKey;
    this.#coseKey = isoCBOR.encode(
      new Map<number, number | Uint8Array>([
        [1, 2],
        [3, -7],
        [-1, 1],
        [-2, new Uint8Array(Buffer.from(x, "base64url"))],
        [-3, new Uint8Array(Buffer.from(y, "base64url"))],
      ]) as never,
    );
  }

  #authenticatorData({ rpId = "album.test", isVerified = true }: Situation, withCredential: boolean): Buffer {
    const flag =
      flags.present | (isVerified ? flags.verified : 0) | (withCredential ? flags.hasCredential : 0);
    const head = Buffer.concat([sha256(rpId), Buffer.from([flag]), Buffer.alloc(4)]);
    head.writeUInt32BE(this.counter, 33);
    if (!withCredential) return head;
    const id = Buffer.from(this.id, "base64url");
    const length = Buffer.alloc(2);
    length.writeUInt16BE(id.length);
    return Buffer.concat([head, Buffer.alloc(16), length, id, this.#coseKey]);
  }

  #clientData(type: string, challenge: string, { origin = albumOrigin }: Situation): Buffer {
    return Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }));
  }

  /** What the browser sends to add it. */
  register(challenge: string, situation: Situation = {}) {
    const attestationObject = isoCBOR.encode(
      new Map<string, unknown>([
        ["fmt", "none"],
        ["attStmt", new Map()],
        ["authData", new Uint8Array(this.#authenticatorData(situation, true))],
      ]) as never,
    );
    return {
      id: this.id,
      rawId: this.id,
      type: "public-key" as const,
      response: {
        clientDataJSON: encoded(this.#clientData("webauthn.create", challenge, situation)),
        attestationObject: encoded(attestationObject),
        transports: ["internal"],
      },
    };
  }

  /** What the browser sends to sign in with it. */
  answer(challenge: string, situation: Situation = {}) {
    const clientData = this.#clientData("webauthn.get", challenge, situation);
    const authenticatorData = this.#authenticatorData(situation, false);
    const signed = Buffer.concat([authenticatorData, sha256(clientData)]);
    return {
      id: this.id,
      rawId: this.id,
      type: "public-key" as const,
      response: {
        clientDataJSON: encoded(clientData),
        authenticatorData: encoded(authenticatorData),
        signature: createSign("SHA256").update(signed).sign(this.#privateKey).toString("base64url"),
      },
    };
  }
}

/** Starts adding a passkey. @returns the challenge */
export async function askToRegister(person: Person): Promise<string> {
  const { body, status } = await call<{ challenge: string }>("POST", "/api/auth/passkeys/registration", {
    cookie: person.cookie,
    json: { password: testPassword },
  });
  if (status !== 200) throw new Error(`No challenge: ${status}`);
  return body.challenge;
}

/** A passkey of this person's, added as a browser adds one. */
export async function givePasskey(
  person: Person,
  name = "Phone",
): Promise<{ id: string; passkey: SoftwarePasskey }> {
  const passkey = new SoftwarePasskey();
  const registration = passkey.register(await askToRegister(person));
  const answer = await call<{ id: string }>("POST", "/api/auth/passkeys", {
    cookie: person.cookie,
    json: { name, registration },
  });
  if (answer.status !== 201) throw new Error(`No passkey: ${answer.status}`);
  return { id: answer.body.id, passkey };
}

/** A challenge for any passkey. */
export async function askChallenge(): Promise<string> {
  const { body } = await call<{ challenge: string }>("POST", "/api/auth/passkeys/challenge");
  return body.challenge;
}
