import type { Prisma } from "@/lib/db";
import { processWide } from "@/lib/shared/process-wide";

/** What a wing tells those above it, which it can't call: in past tense, with the ids of whom it is about. */
export interface Events {
  /** Thumbnail and medium image are made, for the first time or anew. Not in a transaction. */
  "media.ready": { id: string; familyId: string; uploaderId: string | null; uploadDate: Date };
  /** A child has an account now, and this entry among the family's people; who is never recognized, the faces are locked for. */
  "child.created": { memberId: string; neverRecognize: boolean };
  /** The account is out of the family; its entry among the people still says whose it was. */
  "member.left": { familyId: string; userId: string };
  /** Still a member, but no longer an owner. */
  "owner.left": { familyId: string; userId: string };
  /** Two entries among a family's people were one person's. The former one is still there, and so are its tags. */
  "person.merged": { formerId: string; memberId: string };
  /** Somebody without an account is about to go from the family's people. */
  "person.removed": { memberId: string };
  /** The family is about to lose its people; what it leaves behind can be removed once they are gone. */
  "family.ended": { familyId: string };
}

type EventName = keyof Events;
type Handler<Name extends EventName> = (
  event: Events[Name],
  client: Prisma.TransactionClient,
) => Promise<unknown>;
/** In the order in which they are called. */
export type EventHandlers = { readonly [Name in EventName]: readonly Handler<Name>[] };

const registry = () => processWide("events", (): { handlers?: EventHandlers } => ({}));

/** Each program that emits events says once, as it starts, who handles them. */
export function handleEvents(handlers: EventHandlers): void {
  registry().handlers = handlers;
}

/**
 * Lets those above do their part in the same transaction: what they throw undoes it all.
 * @throws Error in a program that never said who handles events
 */
export async function emit<Name extends EventName>(
  name: Name,
  event: Events[Name],
  client: Prisma.TransactionClient,
): Promise<void> {
  const { handlers } = registry();
  if (!handlers) throw new Error(`Nobody handles ${name}: handleEvents was not called`);
  // One after the other: a transaction has one connection.
  for (const handle of handlers[name]) await handle(event, client);
}
