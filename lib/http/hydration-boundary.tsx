"use client";

import {
  HydrationBoundary as Boundary,
  type DehydratedState,
  type Query,
  useQueryClient,
} from "@tanstack/react-query";
import { type ReactNode, useEffect, useMemo } from "react";

/** The states of pages that have been shown. The router keeps a page as it was first loaded, and Back shows that. */
const shownBefore = new WeakSet<DehydratedState>();

function outdated(state: DehydratedState): DehydratedState {
  const queries = state.queries.map((query) => ({
    ...query,
    state: { ...query.state, isInvalidated: true },
  }));
  return { ...state, queries };
}

/**
 * Passes what a server page already knows to the queries of its components. After Back, what the browser has learned
 * since takes precedence, and what it no longer has is shown as the page was first loaded, and fetched again.
 */
export function HydrationBoundary({ state, children }: { state: DehydratedState; children: ReactNode }) {
  const queryClient = useQueryClient();
  const known = useMemo(() => (shownBefore.has(state) ? outdated(state) : state), [state]);
  useEffect(() => {
    shownBefore.add(state);
    const hashes = new Set(state.queries.map(({ queryHash }) => queryHash));
    const predicate = (query: Query) => query.state.isInvalidated && hashes.has(query.queryHash);
    // A part of the page that is shown later fetches its own.
    queryClient.removeQueries({ predicate, type: "inactive" });
    void queryClient.refetchQueries({ predicate, type: "active" }, { cancelRefetch: false });
  }, [queryClient, state]);
  return <Boundary state={known}>{children}</Boundary>;
}
