"use client";

import { useQuery, useQueryClient } from "@tanstack/react-query";
import { KeyRound } from "lucide-react";
import { useState } from "react";
import type { ProofMeans } from "@/components/account/security/proof-dialog";
import { usePasskeysWork } from "@/components/account/security/use-passkeys-work";
import { Button } from "@/components/ui/button";
import { Card, CardHeader } from "@/components/ui/card";
import { fetchedPart } from "@/components/ui/fetched-part";
import { RelativeTime } from "@/components/ui/relative-time";
import { passkeysQuery } from "@/lib/account/security/client/queries";
import type { PasskeyDto } from "@/lib/account/security/schema";

const AddPasskeyDialog = fetchedPart(
  async () => (await import("@/components/account/security/add-passkey-dialog")).AddPasskeyDialog,
);
const RenamePasskeyDialog = fetchedPart(
  async () => (await import("@/components/account/security/rename-passkey-dialog")).RenamePasskeyDialog,
);
const RemovePasskeyDialog = fetchedPart(
  async () => (await import("@/components/account/security/remove-passkey-dialog")).RemovePasskeyDialog,
);

type Doing = { what: "add" } | { what: "rename" | "remove"; passkey: PasskeyDto };

/** Passkeys: what they are, the existing ones, and adding one. */
export function PasskeysCard({ means }: { means: ProofMeans }) {
  const queryClient = useQueryClient();
  const { data: passkeys = [] } = useQuery(passkeysQuery);
  const [doing, setDoing] = useState<Doing | null>(null);
  const passkeysWork = usePasskeysWork();

  async function done() {
    setDoing(null);
    // The passkeys, and the account's recent activity.
    await queryClient.invalidateQueries();
  }
  const close = () => setDoing(null);

  return (
    <Card aria-labelledby="passkeys-card">
      <CardHeader id="passkeys-card" title="Passkeys" />
      <p className="text-ink-soft">
        Sign in with your fingerprint, your face or your device's PIN. Nothing to type, nothing to forget, and
        no one can trick it out of you.
      </p>
      {passkeys.length > 0 && (
        <ul className="mt-3 divide-y divide-line">
          {passkeys.map((passkey) => (
            <li key={passkey.id} className="flex flex-wrap items-center gap-x-4 gap-y-2 py-3.5">
              <span className="grid size-11 flex-none place-items-center rounded-full bg-sunk text-ink-soft">
                <KeyRound aria-hidden="true" className="size-5" strokeWidth={1.9} />
              </span>
              <div className="min-w-0 flex-1 basis-52">
                <p className="font-semibold break-words">{passkey.name}</p>
                <p className="text-step--1 text-ink-soft">
                  Added <RelativeTime iso={passkey.createdAt} />
                  {passkey.lastUsedAt && (
                    <>
                      , last used <RelativeTime iso={passkey.lastUsedAt} />
                    </>
                  )}
                </p>
              </div>
              <div className="flex gap-2 max-sm:basis-full max-sm:pl-11">
                <Button
                  variant="ghost"
                  size="small"
                  aria-label={`Rename ${passkey.name}`}
                  onClick={() => setDoing({ what: "rename", passkey })}
                >
                  Rename
                </Button>
                <Button
                  variant="secondary"
                  size="small"
                  aria-label={`Remove ${passkey.name}`}
                  onClick={() => setDoing({ what: "remove", passkey })}
                >
                  Remove
                </Button>
              </div>
            </li>
          ))}
        </ul>
      )}
      {passkeysWork ? (
        <Button variant="secondary" className="mt-4" onClick={() => setDoing({ what: "add" })}>
          Add a passkey
        </Button>
      ) : (
        <p className="mt-3 text-step--1 text-ink-faint">
          To add one, open the album over https in a browser that supports passkeys.
        </p>
      )}
      {doing?.what === "add" && <AddPasskeyDialog means={means} onClose={close} onDone={done} />}
      {doing?.what === "rename" && (
        <RenamePasskeyDialog passkey={doing.passkey} onClose={close} onDone={done} />
      )}
      {doing?.what === "remove" && (
        <RemovePasskeyDialog means={means} passkey={doing.passkey} onClose={close} onDone={done} />
      )}
    </Card>
  );
}
