import { QueryClientProvider } from "@tanstack/react-query";
import { render } from "@testing-library/react";
import { AppRouterContext } from "next/dist/shared/lib/app-router-context.shared-runtime";
import {
  PathnameContext,
  SearchParamsContext,
} from "next/dist/shared/lib/hooks-client-context.shared-runtime";
import { type ContextType, type ReactNode, useEffect, useState } from "react";
import { SessionAuthProvider } from "@/components/session/session-auth-provider";
import { ItemExtrasMount } from "@/components/shell/layout/item-extras-mount";
import { Toaster } from "@/components/ui/toaster";
import type { UserDto } from "@/lib/account/accounts/schema";
import { createQueryClient } from "@/lib/http/query-client";
import { userDto } from "@/tests/support/user";

/** What Next does in a browser: the hooks follow the address, even when it is set with the history's own methods. */
function AddressFollower({ children }: { children: ReactNode }) {
  const [address, setAddress] = useState(() => window.location.href);
  useEffect(() => {
    const { pushState, replaceState } = window.history;
    const follow = () => setAddress(window.location.href);
    window.history.pushState = (...parts) => {
      pushState.apply(window.history, parts);
      follow();
    };
    window.history.replaceState = (...parts) => {
      replaceState.apply(window.history, parts);
      follow();
    };
    window.addEventListener("popstate", follow);
    return () => {
      Object.assign(window.history, { pushState, replaceState });
      window.removeEventListener("popstate", follow);
    };
  }, []);
  const { pathname, searchParams } = new URL(address);
  return (
    <PathnameContext value={pathname}>
      <SearchParamsContext value={searchParams}>{children}</SearchParamsContext>
    </PathnameContext>
  );
}

export interface RenderPageOptions {
  address?: string;
  user?: UserDto | null;
}

/** Renders as a signed-in page: router, address, queries with the product's defaults, session and toasts. */
export function renderPage(children: ReactNode, { address = "/", user = userDto() }: RenderPageOptions = {}) {
  window.history.replaceState(null, "", address);
  // jsdom has no layout and so can't scroll.
  window.scrollTo = () => {};
  const router = {
    push: jest.fn((path: string) => window.history.pushState(null, "", path)),
    replace: jest.fn((path: string) => window.history.replaceState(null, "", path)),
    prefetch: () => {},
    refresh: jest.fn(),
  };
  const queryClient = createQueryClient();
  const view = render(
    <AppRouterContext value={router as unknown as NonNullable<ContextType<typeof AppRouterContext>>}>
      <AddressFollower>
        <QueryClientProvider client={queryClient}>
          <SessionAuthProvider initialUser={user} onSignedOut={() => {}}>
            <ItemExtrasMount>{children}</ItemExtrasMount>
          </SessionAuthProvider>
          <Toaster />
        </QueryClientProvider>
      </AddressFollower>
    </AppRouterContext>,
  );
  return { ...view, router, queryClient };
}
