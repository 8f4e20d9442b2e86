import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { render } from "@testing-library/react";
import type { ReactNode } from "react";
import {
  SessionAuthProvider,
  type SessionAuthProviderProps,
} from "@/components/session/session-auth-provider";
import { ItemExtrasMount } from "@/components/shell/layout/item-extras-mount";

export interface RenderOptions extends Partial<Omit<SessionAuthProviderProps, "children">> {
  queryClient?: QueryClient;
}

/** Renders inside the query client and the session of `initialUser` (nobody by default). */
export function renderInSession(children: ReactNode, options: RenderOptions = {}) {
  const { queryClient = new QueryClient(), initialUser = null, onSignedOut = () => {} } = options;
  return render(
    <QueryClientProvider client={queryClient}>
      <SessionAuthProvider initialUser={initialUser} onSignedOut={onSignedOut}>
        <ItemExtrasMount>{children}</ItemExtrasMount>
      </SessionAuthProvider>
    </QueryClientProvider>,
  );
}
