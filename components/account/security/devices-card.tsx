"use client";

import { useQuery, useQueryClient } from "@tanstack/react-query";
import { Laptop, Smartphone } from "lucide-react";
import { useState } from "react";
import { useAction } from "@/components/forms/use-action";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { Card, CardHeader } from "@/components/ui/card";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { RelativeTime } from "@/components/ui/relative-time";
import { toast } from "@/components/ui/toast";
import { keysKey, keysQuery } from "@/lib/account/keys/client/queries";
import {
  activityKey,
  endOtherSessions,
  endSession,
  sessionsKey,
  sessionsQuery,
} from "@/lib/account/security/client/queries";
import type { SessionDto } from "@/lib/account/security/schema";
import { counted } from "@/lib/shared/counted";

const methodTexts: Record<SessionDto["method"], string> = {
  password: "with the password",
  passkey: "with a passkey",
  identityProvider: "with a linked account",
  directAccess: "with a one-time link",
  invitation: "from an invitation",
  signup: "by creating the account",
};

/** The places where this person is signed in, with a way to sign out of each. */
export function DevicesCard() {
  const queryClient = useQueryClient();
  const { data: sessions = [] } = useQuery(sessionsQuery);
  const { data: { keys } = { keys: [] } } = useQuery(keysQuery);
  const [leaving, setLeaving] = useState<SessionDto | "others" | null>(null);
  const others = sessions.filter(({ isCurrent }) => !isCurrent);

  const signOut = useAction(
    async (session: SessionDto | "others") => {
      if (session === "others") {
        const { count } = await endOtherSessions();
        toast({ title: `${counted(count, "device")} signed out` });
      } else {
        await endSession(session.id);
        toast({ title: "Device signed out", description: session.device });
      }
      setLeaving(null);
    },
    {
      failureTitle: "Signing out failed",
      onSettled: () => {
        for (const queryKey of [sessionsKey, keysKey, activityKey])
          void queryClient.invalidateQueries({ queryKey });
      },
    },
  );

  return (
    <Card aria-labelledby="devices-card">
      <CardHeader id="devices-card" title="Where you are signed in" />
      <ul className="divide-y divide-line">
        {sessions.map((session) => (
          <li key={session.id} className="flex flex-wrap items-center gap-x-4 gap-y-2 py-3.5">
            <DeviceIcon device={session.device} />
            <div className="min-w-0 flex-1 basis-52">
              <p className="flex flex-wrap items-center gap-x-2.5 gap-y-1 font-semibold">
                {session.device}
                {session.isCurrent && <Badge tone="leaf">This device</Badge>}
              </p>
              <p className="text-step--1 text-ink-soft">
                Signed in {methodTexts[session.method]} <RelativeTime iso={session.createdAt} />
              </p>
              <p className="text-step--1 text-ink-soft">
                Last seen <RelativeTime iso={session.lastSeenAt} />
                {session.ipAddress && <span className="break-all"> from {session.ipAddress}</span>}
              </p>
            </div>
            {!session.isCurrent && (
              <Button
                variant="secondary"
                size="small"
                className="max-sm:ml-15"
                aria-label={`Sign out ${session.device}`}
                onClick={() => setLeaving(session)}
              >
                Sign out
              </Button>
            )}
          </li>
        ))}
      </ul>
      {others.length > 1 && (
        <Button variant="secondary" className="mt-3" onClick={() => setLeaving("others")}>
          Sign out all other devices
        </Button>
      )}
      <ConfirmDialog
        open={leaving !== null}
        onOpenChange={(isOpen) => !isOpen && setLeaving(null)}
        title={leaving === "others" ? "Sign out all other devices?" : "Sign out this device?"}
        description={
          leaving === "others"
            ? `${counted(others.length, "device")} will have to sign in again. This one stays signed in.${keys.length > 0 ? " Your API keys are revoked too." : ""}`
            : `${leaving?.device ?? "The device"} will have to sign in again to see the album.`
        }
        confirmLabel="Sign out"
        isBusy={signOut.isBusy}
        onConfirm={() => leaving && void signOut.run(leaving)}
      />
    </Card>
  );
}

function DeviceIcon({ device }: { device: string }) {
  const Icon = /Android|iPhone|iPad/.test(device) ? Smartphone : Laptop;
  return (
    <span className="grid size-11 flex-none place-items-center rounded-full bg-sunk text-ink-soft">
      <Icon aria-hidden="true" className="size-5" strokeWidth={1.9} />
    </span>
  );
}
