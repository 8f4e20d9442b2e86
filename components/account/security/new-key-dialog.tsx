"use client";

import { useState } from "react";
import { ProofDialog, type ProofMeans } from "@/components/account/security/proof-dialog";
import { useAuth } from "@/components/session/session-auth-provider";
import { Button } from "@/components/ui/button";
import { CopyLine } from "@/components/ui/copy-line";
import { Dialog, DialogContent } from "@/components/ui/dialog";
import { FormField } from "@/components/ui/form-field";
import { Select } from "@/components/ui/select";
import { TextField } from "@/components/ui/text-field";
import { createKey } from "@/lib/account/keys/client/queries";
import { keyScopeTexts } from "@/lib/account/keys/key-text";
import type { KeyScope, OwnKeysDto } from "@/lib/account/keys/schema";

const scopes = Object.keys(keyScopeTexts) as KeyScope[];

export interface NewKeyDialogProps {
  means: ProofMeans;
  families: OwnKeysDto["families"];
  onClose: () => void;
  onMade: () => void;
}

/** Creates a key, and shows it only once. */
export function NewKeyDialog({ means, families, onClose, onMade }: NewKeyDialogProps) {
  const current = useAuth().user?.currentFamily?.id;
  const first = families.find(({ id }) => id === current) ?? families[0];
  const [name, setName] = useState("");
  const [chosen, setChosen] = useState<readonly KeyScope[]>(["upload"]);
  const [familyId, setFamilyId] = useState(first?.id ?? "");
  const [key, setKey] = useState<string | null>(null);

  if (key) return <ShownKey text={key} onClose={onClose} />;
  return (
    <ProofDialog
      means={means}
      title="Create an API key"
      description="We'll show it once. Give each program its own, so that you can revoke one alone."
      confirmLabel="Create key"
      fields={["name", "scopes"]}
      onClose={onClose}
      onProof={async (proof) => {
        const made = await createKey({ name: name.trim(), scopes: chosen, familyId }, proof);
        onMade();
        setKey(made.key);
      }}
    >
      {(errorOf) => (
        <>
          <TextField
            label="Name"
            hint="What it's for, such as the NAS in the hall."
            error={errorOf("name")}
            maxLength={60}
            value={name}
            onValueChange={setName}
          />
          <ScopeChoice chosen={chosen} error={errorOf("scopes")} onChange={setChosen} />
          {families.length > 1 && (
            <FormField label="Album">
              {(control) => (
                <Select
                  {...control}
                  value={familyId}
                  onChange={(event) => setFamilyId(event.currentTarget.value)}
                >
                  {families.map((family) => (
                    <option key={family.id} value={family.id}>
                      {family.name}
                    </option>
                  ))}
                </Select>
              )}
            </FormField>
          )}
        </>
      )}
    </ProofDialog>
  );
}

interface ScopeChoiceProps {
  chosen: readonly KeyScope[];
  error: string | undefined;
  onChange: (chosen: readonly KeyScope[]) => void;
}

function ScopeChoice({ chosen, error, onChange }: ScopeChoiceProps) {
  return (
    <fieldset>
      <legend className="mb-1.5 font-semibold">What it can do</legend>
      <div className="divide-y divide-line rounded-2xl bg-sunk px-4">
        {scopes.map((scope) => (
          <label key={scope} className="flex min-h-11 cursor-pointer items-start gap-3 py-3">
            <input
              type="checkbox"
              className="mt-0.5 size-5 flex-none accent-(--accent-strong)"
              checked={chosen.includes(scope)}
              aria-invalid={error ? true : undefined}
              aria-labelledby={`scope-${scope}`}
              aria-describedby={`scope-${scope}-hint`}
              onChange={(event) =>
                onChange(
                  scopes.filter((one) => (one === scope ? event.target.checked : chosen.includes(one))),
                )
              }
            />
            <span className="min-w-0">
              <span id={`scope-${scope}`} className="block font-semibold">
                {keyScopeTexts[scope].label}
              </span>
              <span id={`scope-${scope}-hint`} className="block text-step--1 text-ink-soft">
                {keyScopeTexts[scope].hint}
              </span>
            </span>
          </label>
        ))}
      </div>
      {error && (
        <p role="alert" className="mt-1.5 text-step--1 font-semibold text-danger">
          {error}
        </p>
      )}
    </fieldset>
  );
}

function ShownKey({ text, onClose }: { text: string; onClose: () => void }) {
  return (
    <Dialog open onOpenChange={(isOpen) => !isOpen && onClose()}>
      <DialogContent
        title="Your new key"
        description="Copy it now and keep it like a password: it won't be shown again."
        footer={<Button onClick={onClose}>I've copied it</Button>}
        onInteractOutside={(event) => event.preventDefault()}
      >
        <CopyLine label="API key" text={text} copied="The key is copied." />
      </DialogContent>
    </Dialog>
  );
}
