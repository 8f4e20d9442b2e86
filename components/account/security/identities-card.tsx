"use client";

import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { ProofMeans } from "@/components/account/security/proof-dialog";
import { Button } from "@/components/ui/button";
import { Card, CardHeader } from "@/components/ui/card";
import { fetchedPart } from "@/components/ui/fetched-part";
import { FormAlert } from "@/components/ui/form-alert";
import { RelativeTime } from "@/components/ui/relative-time";
import { toast } from "@/components/ui/toast";
import { loadPage } from "@/lib/account/accounts/client/full-navigation";
import { identitiesQuery, startLink, unlinkIdentity } from "@/lib/account/security/client/queries";
import type { IdentityDto, IdentityProviderDto } from "@/lib/account/security/schema";

const ProofDialog = fetchedPart(
  async () => (await import("@/components/account/security/proof-dialog")).ProofDialog,
);

export interface IdentitiesCardProps {
  providers: readonly IdentityProviderDto[];
  means: ProofMeans;
  /** What went wrong at a provider, as text. */
  problem: string | null;
  /** Goes to the provider. */
  onLeave?: (path: string) => void;
}

type Doing = { link: IdentityProviderDto } | { unlink: IdentityDto };

/** Linked accounts that open this one; renders nothing if no provider is set up and none is linked. */
export function IdentitiesCard({ providers, means, problem, onLeave = loadPage }: IdentitiesCardProps) {
  const queryClient = useQueryClient();
  const { data: identities = [] } = useQuery(identitiesQuery);
  const [doing, setDoing] = useState<Doing | null>(null);
  const close = () => setDoing(null);
  const unlinked = providers.filter(({ id }) => !identities.some(({ provider }) => provider === id));
  if (providers.length === 0 && identities.length === 0) return null;

  return (
    <Card aria-labelledby="identities-card">
      <CardHeader id="identities-card" title="Linked accounts" />
      <FormAlert message={problem} />
      <p className="text-ink-soft">Sign in with an account you already have elsewhere.</p>
      {identities.length > 0 && (
        <ul className="mt-3 divide-y divide-line">
          {identities.map((identity) => (
            <li key={identity.id} className="flex flex-wrap items-center gap-x-4 gap-y-2 py-3.5">
              <div className="min-w-0 flex-1 basis-52">
                <p className="font-semibold">{identity.name}</p>
                <p className="text-step--1 break-words text-ink-soft">
                  {identity.email && `${identity.email}, `}linked <RelativeTime iso={identity.createdAt} />
                </p>
              </div>
              <Button
                variant="secondary"
                size="small"
                aria-label={`Unlink ${identity.name}`}
                onClick={() => setDoing({ unlink: identity })}
              >
                Unlink
              </Button>
            </li>
          ))}
        </ul>
      )}
      {unlinked.length > 0 && (
        <div className="mt-4 flex flex-wrap gap-3">
          {unlinked.map((provider) => (
            <Button key={provider.id} variant="secondary" onClick={() => setDoing({ link: provider })}>
              Link {provider.name}
            </Button>
          ))}
        </div>
      )}
      {doing && "link" in doing && (
        <ProofDialog
          means={means}
          title={`Link ${doing.link.name}`}
          description={`You'll sign in at ${doing.link.name} next. After that, you can use it to sign in here.`}
          confirmLabel={`Go to ${doing.link.name}`}
          onClose={close}
          onProof={async (proof) => onLeave((await startLink(doing.link.id, proof)).url)}
        />
      )}
      {doing && "unlink" in doing && (
        <ProofDialog
          means={means}
          title={`Unlink ${doing.unlink.name}?`}
          description="You'll no longer be able to sign in here with it. Your account there isn't affected."
          confirmLabel="Unlink"
          variant="danger"
          onClose={close}
          onProof={async (proof) => {
            await unlinkIdentity(doing.unlink.id, proof);
            setDoing(null);
            toast({ title: `${doing.unlink.name} unlinked` });
            await queryClient.invalidateQueries();
          }}
        />
      )}
    </Card>
  );
}
