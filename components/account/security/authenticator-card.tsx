"use client";

import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { ProofMeans } from "@/components/account/security/proof-dialog";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { Card, CardHeader } from "@/components/ui/card";
import { fetchedPart } from "@/components/ui/fetched-part";
import { toast } from "@/components/ui/toast";
import {
  renewRecoveryCodes,
  secondFactorQuery,
  stopSecondFactor,
} from "@/lib/account/security/client/queries";
import { counted } from "@/lib/shared/counted";

const ProofDialog = fetchedPart(
  async () => (await import("@/components/account/security/proof-dialog")).ProofDialog,
);
const SetUpAuthenticatorDialog = fetchedPart(
  async () =>
    (await import("@/components/account/security/set-up-authenticator-dialog")).SetUpAuthenticatorDialog,
);
const RecoveryCodesDialog = fetchedPart(
  async () => (await import("@/components/account/security/recovery-codes-dialog")).RecoveryCodesDialog,
);

type Doing = { what: "setUp" | "stop" | "renew" } | { what: "codes"; codes: string[] };

/** At this many recovery codes or fewer, the person may soon run out. */
const fewCodes = 3;

/** The authenticator app: on or off, and the recovery codes. */
export function AuthenticatorCard({ means }: { means: ProofMeans }) {
  const queryClient = useQueryClient();
  const { data } = useQuery(secondFactorQuery);
  const [doing, setDoing] = useState<Doing | null>(null);
  const close = () => setDoing(null);
  const refresh = () => queryClient.invalidateQueries();

  return (
    <Card aria-labelledby="authenticator-card">
      <CardHeader
        id="authenticator-card"
        title="Authenticator app"
        action={data?.isOn ? <Badge tone="leaf">On</Badge> : <Badge>Off</Badge>}
      />
      <p className="text-ink-soft">
        Adds a second step: a code from an app on your phone. Passkeys don't need one.
      </p>
      {data?.isOn ? (
        <>
          <p
            className={
              data.recoveryCodesLeft <= fewCodes ? "mt-3 rounded-2xl bg-honey-soft px-3.5 py-2.5" : "mt-3"
            }
          >
            {counted(data.recoveryCodesLeft, "recovery code")} left
            {data.recoveryCodesLeft <= fewCodes && ". Create new ones while you can still sign in."}
          </p>
          <div className="mt-4 flex flex-wrap gap-3">
            <Button variant="secondary" onClick={() => setDoing({ what: "renew" })}>
              New recovery codes
            </Button>
            <Button variant="ghost" onClick={() => setDoing({ what: "stop" })}>
              Turn off
            </Button>
          </div>
        </>
      ) : (
        <Button variant="secondary" className="mt-4" onClick={() => setDoing({ what: "setUp" })}>
          Set up the app
        </Button>
      )}
      {doing?.what === "setUp" && (
        <SetUpAuthenticatorDialog
          means={means}
          onClose={close}
          onDone={async (codes) => {
            setDoing({ what: "codes", codes });
            await refresh();
          }}
        />
      )}
      {doing?.what === "stop" && (
        <ProofDialog
          means={means}
          title="Turn the authenticator app off?"
          description="You'll be able to sign in with just your password. The recovery codes will stop working."
          confirmLabel="Turn off"
          variant="danger"
          onClose={close}
          onProof={async (proof) => {
            await stopSecondFactor(proof);
            setDoing(null);
            toast({ title: "Authenticator app is off" });
            await refresh();
          }}
        />
      )}
      {doing?.what === "renew" && (
        <ProofDialog
          means={means}
          title="New recovery codes"
          description="The ones you have will stop working."
          confirmLabel="Create new codes"
          onClose={close}
          onProof={async (proof) => {
            const { recoveryCodes } = await renewRecoveryCodes(proof);
            setDoing({ what: "codes", codes: recoveryCodes });
            await refresh();
          }}
        />
      )}
      {doing?.what === "codes" && <RecoveryCodesDialog codes={doing.codes} onClose={close} />}
    </Card>
  );
}
