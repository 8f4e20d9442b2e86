import { isOperator } from "@/lib/account/first-run/server/first-run-service";
import type { ServerInput } from "@/lib/album/imports/schema";
import { ImportPausedError } from "@/lib/album/imports/server/entry-service";
import { ImmichClient } from "@/lib/album/imports/server/immich-client";
import { RemoteError, type RemoteFault } from "@/lib/album/imports/server/remote-server";
import type { MemberActor } from "@/lib/core/auth/server/actor";
import { openSecret, sealSecret } from "@/lib/core/auth/server/secret-box";
import { AppError } from "@/lib/http/errors";

const purpose = "import key";

/** The key as the database stores it: sealed for this import and no other. */
export const sealKey = (key: string, importId: string): string => sealSecret(key, purpose, importId);

const faults: Record<RemoteFault, { field: "address" | "key"; message: string }> = {
  refused: {
    field: "key",
    message: "The other album didn't accept this key. Please check it and its permissions.",
  },
  forbidden: {
    field: "address",
    message: "Only the operator of this installation can import from an address in its own network.",
  },
  unreachable: { field: "address", message: "Nothing answers at this address." },
  missing: { field: "address", message: "There is no Immich at this address." },
  nonsense: { field: "address", message: "There is no Immich at this address." },
};

/**
 * Makes sure that the server is there and accepts the key. The operator of an installation can name machines in its own
 * network; nobody else can make the server call those.
 * @throws AppError 422 with the field server.address or server.key
 */
export async function requireServer(actor: MemberActor, { address, key }: ServerInput): Promise<void> {
  const client = new ImmichClient({ address, key, isTrusted: await isOperator(actor) });
  try {
    await client.check();
  } catch (error) {
    if (!(error instanceof RemoteError)) throw error;
    const { field, message } = faults[error.fault];
    throw new AppError("server_unavailable", 422, message, { field: `server.${field}` });
  } finally {
    client.close();
  }
}

export interface ImportServer {
  id: string;
  address: string | null;
  sealedKey: string | null;
}

/** An import's server, with the rights its owner has now. @throws ImportPausedError if its key is gone */
export async function openServer(
  actor: MemberActor,
  { id, address, sealedKey }: ImportServer,
  signal?: AbortSignal,
): Promise<ImmichClient> {
  const key = sealedKey === null ? null : openSecret(sealedKey, purpose, id);
  if (address === null || key === null) throw new ImportPausedError("server_refused");
  return new ImmichClient({ address, key, isTrusted: await isOperator(actor) }, signal);
}
