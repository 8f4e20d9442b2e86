import type { Who } from "@/tests/support/access-list";
import { call } from "@/tests/support/call";
import {
  createMember,
  createPerson,
  type FamilyPerson,
  join,
  openSession,
  type Person,
  removeMember,
} from "@/tests/support/factories";

/** Every kind of caller: `our` family is the one the calls are about, `other` another one. */
export const callerKinds = [
  "anonymous",
  "member",
  "admin",
  "owner",
  "child",
  "memberOfAnotherFamily",
  "adminElsewhere",
  "familyless",
  "removedMember",
  "signedOutMember",
  "superAdmin",
] as const;
export type CallerKind = (typeof callerKinds)[number];

export interface Families {
  our: string;
  other: string;
}

export interface Caller {
  /** null for someone who never signed in. */
  person: Person | null;
  /** Set for someone with a current family. */
  insider: FamilyPerson | null;
}

async function usedOnce(person: Person): Promise<void> {
  // So that this process caches the session, as in production.
  const { status } = await call("GET", "/api/auth/me", { cookie: person.cookie });
  if (status !== 200) throw new Error("The session never worked");
}

async function insiderOf(families: Families, kind: CallerKind): Promise<FamilyPerson | null> {
  switch (kind) {
    case "member":
    case "admin":
    case "owner":
      return createMember(families.our, kind);
    case "child":
      return createMember(families.our, "member", { isChild: true });
    case "memberOfAnotherFamily":
      return createMember(families.other);
    case "adminElsewhere": {
      // The other family was joined last: the session still has ours selected.
      const person = await createMember(families.our);
      await join(person.userId, families.other, "admin");
      return { ...person, ...(await openSession(person.userId, families.our)) };
    }
    default:
      return null;
  }
}

export async function createCaller(families: Families, kind: CallerKind): Promise<Caller> {
  const insider = await insiderOf(families, kind);
  if (insider) return { person: insider, insider };
  if (kind === "anonymous") return { person: null, insider: null };
  if (kind === "familyless") return { person: await createPerson(), insider: null };
  if (kind === "superAdmin") return { person: await createPerson({ isSuperAdmin: true }), insider: null };
  const person = await createMember(families.our);
  await usedOnce(person);
  if (kind === "removedMember") await removeMember(person);
  else await call("POST", "/api/auth/logout", { cookie: person.cookie });
  return { person, insider: null };
}

export interface Refusal {
  status: number;
  code: string;
}

const notSignedIn = { status: 401, code: "not_signed_in" };
const noFamily = { status: 403, code: "no_family" };
const forbidden = { status: 403, code: "forbidden" };

/**
 * The expected refusal of this caller by a call that is for `who` (tests/access-list.txt): null where they have access.
 */
export function expectedRefusal(who: Who, kind: CallerKind): Refusal | null {
  if (["anyone", "visitor", "signature or key", "screen"].includes(who)) return null;
  if (kind === "anonymous" || kind === "signedOutMember") return notSignedIn;
  const refuseBut = (...kinds: CallerKind[]) => (kinds.includes(kind) ? null : forbidden);
  const refuse = (...kinds: CallerKind[]) => (kinds.includes(kind) ? forbidden : null);
  if (who === "signed in") return null;
  if (who === "grown-up") return refuse("child", "superAdmin");
  if (who === "admin or super admin") return refuseBut("admin", "owner", "superAdmin");
  // None of the callers is the operator, who is the owner of one family.
  if (who.startsWith("super admin")) return refuseBut("superAdmin");
  if (kind === "familyless" || kind === "removedMember" || kind === "superAdmin") return noFamily;
  if (who === "member") return null;
  if (who === "grown-up member") return refuse("child");
  return who === "admin" ? refuseBut("admin", "owner") : refuseBut("owner");
}
