"use client";

import { useQuery, useQueryClient } from "@tanstack/react-query";
import { Terminal } from "lucide-react";
import { useState } from "react";
import type { ProofMeans } from "@/components/account/security/proof-dialog";
import { useAction } from "@/components/forms/use-action";
import { Button } from "@/components/ui/button";
import { Card, CardHeader } from "@/components/ui/card";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { fetchedPart } from "@/components/ui/fetched-part";
import { LocalDate } from "@/components/ui/local-date";
import { toast } from "@/components/ui/toast";
import { deleteAllKeys, deleteKey, keysKey, keysQuery } from "@/lib/account/keys/client/queries";
import { describeScopes } from "@/lib/account/keys/key-text";
import type { KeyDto } from "@/lib/account/keys/schema";
import { activityKey } from "@/lib/account/security/client/queries";
import { counted } from "@/lib/shared/counted";

const NewKeyDialog = fetchedPart(
  async () => (await import("@/components/account/security/new-key-dialog")).NewKeyDialog,
);

/** The person's API keys: what each can do, when it was used, creating and revoking them. */
export function KeysCard({ means }: { means: ProofMeans }) {
  const queryClient = useQueryClient();
  const { data: { keys, families } = { keys: [], families: [] } } = useQuery(keysQuery);
  const [isMaking, setIsMaking] = useState(false);
  const [ending, setEnding] = useState<KeyDto | "all" | null>(null);

  const refresh = async () => {
    for (const queryKey of [keysKey, activityKey]) void queryClient.invalidateQueries({ queryKey });
  };
  const end = useAction(
    async (key: KeyDto | "all") => {
      if (key === "all") {
        const { count } = await deleteAllKeys();
        toast({ title: `${counted(count, "API key")} revoked` });
      } else {
        await deleteKey(key.id);
        toast({ title: "API key revoked", description: key.name });
      }
      setEnding(null);
    },
    { failureTitle: "The key was not revoked", onSettled: refresh },
  );
  if (families.length + keys.length === 0) return null;

  return (
    <Card aria-labelledby="keys-card">
      <CardHeader id="keys-card" title="API keys" />
      <p className="text-ink-soft">
        A key lets a program use an album as you: the keepsake command line, a script, your NAS. It can't
        change your account or the people in your family.
      </p>
      {keys.length > 0 && (
        <ul className="mt-3 divide-y divide-line">
          {keys.map((key) => (
            <KeyRow key={key.id} apiKey={key} onEnd={() => setEnding(key)} />
          ))}
        </ul>
      )}
      <div className="mt-4 flex flex-wrap gap-3">
        {families.length > 0 && (
          <Button variant="secondary" onClick={() => setIsMaking(true)}>
            Create an API key
          </Button>
        )}
        {keys.length > 1 && (
          <Button variant="ghost" onClick={() => setEnding("all")}>
            Revoke all keys
          </Button>
        )}
      </div>
      {isMaking && (
        <NewKeyDialog means={means} families={families} onClose={() => setIsMaking(false)} onMade={refresh} />
      )}
      <ConfirmDialog
        open={ending !== null}
        onOpenChange={(isOpen) => !isOpen && setEnding(null)}
        title={ending === "all" ? "Revoke all API keys?" : `Revoke the key “${ending?.name ?? ""}”?`}
        description="Programs that use it lose access immediately. This can't be undone."
        confirmLabel={ending === "all" ? "Revoke all keys" : "Revoke key"}
        isBusy={end.isBusy}
        onConfirm={() => ending && void end.run(ending)}
      />
    </Card>
  );
}

function KeyRow({ apiKey, onEnd }: { apiKey: KeyDto; onEnd: () => void }) {
  const { name, hint, family, createdAt, lastUsedOn, lastNetwork } = apiKey;
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 py-3.5">
      <span className="grid size-11 flex-none place-items-center rounded-full bg-sunk text-ink-soft">
        <Terminal aria-hidden="true" className="size-5" strokeWidth={1.9} />
      </span>
      <div className="min-w-0 flex-1 basis-52">
        <p className="font-semibold wrap-anywhere">{name}</p>
        <p className="text-step--1 wrap-anywhere text-ink-soft">
          {describeScopes(apiKey)} · {family.name}
        </p>
        <p className="text-step--1 wrap-anywhere text-ink-soft">
          <code className="font-mono">{hint}…</code>, created <LocalDate iso={createdAt} isRelative />,{" "}
          {lastUsedOn ? (
            <>
              last used <LocalDate iso={`${lastUsedOn}T12:00:00Z`} isRelative />
              {lastNetwork && ` from ${lastNetwork}`}
            </>
          ) : (
            "never used"
          )}
        </p>
      </div>
      <Button
        variant="secondary"
        size="small"
        className="max-sm:ml-15"
        aria-label={`Revoke the key ${name}`}
        onClick={onEnd}
      >
        Revoke
      </Button>
    </li>
  );
}
