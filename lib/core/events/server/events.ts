import type { Prisma } from "@/lib/db";
import type { PrintOrderStatus } from "@/lib/generated/prisma/enums";
import { processWide } from "@/lib/shared/process-wide";

/** A print order as its export describes it, with this installation's ids. */
export interface OrderElsewhere {
  /** Always the same for the same order. */
  id: string;
  userId: string | null;
  placedAt: Date;
  status: PrintOrderStatus;
  prints: {
    mediaId: string | null;
    fileName: string;
    size: string;
    finish: string;
    quantity: number;
    crop: { x: number; y: number; width: number; height: number } | null;
  }[];
}

/**
 * Events that a wing emits for the wings above it, which it can't call. Names are in the past tense; payloads contain
 * ids.
 */
export interface Events {
  /** The thumbnail and the medium image exist now. Emitted outside a transaction. */
  "media.ready": { id: string; familyId: string; uploaderId: string | null; uploadDate: Date };
  /** A photo looks different from now on: it was edited, or its original was restored. */
  "media.edited": { id: string; familyId: string };
  /** A child has an account now, linked to this person. With `neverRecognize` the family's faces are locked already. */
  "child.created": { memberId: string; neverRecognize: boolean };
  /** One of the family's people has an account now. */
  "person.linked": { familyId: string };
  /** The account has left the family, but is still linked to its person. */
  "member.left": { familyId: string; userId: string };
  /** Still a member, but no longer an owner. */
  "owner.left": { familyId: string; userId: string };
  /** An import says that this person's face must never be computed. The family's faces are locked. */
  "person.shielded": { memberId: string };
  /** An import has a print order that another installation had. */
  "printOrder.imported": { familyId: string; importId: string; order: OrderElsewhere };
  /** An import is being undone. The ids are of everything it created other than items and albums. */
  "import.undone": { familyId: string; restoredIds: string[] };
  /** Two of the family's people were the same person. The former one and its tags still exist. */
  "person.merged": { formerId: string; memberId: string };
  /** A person without an account is about to be removed. */
  "person.removed": { memberId: string };
  /** The family is being deleted. Its members are removed next, and its media later. */
  "family.ended": { familyId: string };
}

type EventName = keyof Events;
type Handler<Name extends EventName> = (
  event: Events[Name],
  client: Prisma.TransactionClient,
) => Promise<unknown>;
/** Called in this order. */
export type EventHandlers = { readonly [Name in EventName]: readonly Handler<Name>[] };

const registry = () => processWide("events", (): { handlers?: EventHandlers } => ({}));

/** Registers the handlers. Every program that emits events calls this once at startup. */
export function handleEvents(handlers: EventHandlers): void {
  registry().handlers = handlers;
}

/**
 * Runs the handlers in the same transaction: an error in one of them rolls everything back.
 * @throws Error if no handlers are registered
 */
export async function emit<Name extends EventName>(
  name: Name,
  event: Events[Name],
  client: Prisma.TransactionClient,
): Promise<void> {
  const { handlers } = registry();
  if (!handlers) throw new Error(`${name} has no handlers: handleEvents was not called`);
  // One after the other: a transaction has one connection.
  for (const handle of handlers[name]) await handle(event, client);
}
