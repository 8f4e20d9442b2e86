import { useEffect, useState } from "react";

/** Even on a busy page, a row is filled at least this often. */
const longestWaitMs = 300;
/** The delay between two rows in a browser without requestIdleCallback. */
const turnMs = 30;

const waiting = new Set<() => void>();
let isAsked = false;

function askForTurn() {
  if (isAsked || waiting.size === 0) return;
  isAsked = true;
  if (window.requestIdleCallback) window.requestIdleCallback(takeTurn, { timeout: longestWaitMs });
  else setTimeout(takeTurn, turnMs);
}

function takeTurn() {
  isAsked = false;
  const [first] = waiting;
  if (first) waiting.delete(first);
  first?.();
  askForTurn();
}

/**
 * Whether a row may show its pictures: immediately or, if many rows come into view together, one row at a time while
 * the page is idle. Requesting one row's pictures takes a slow phone most of a frame.
 */
export function useTurn(hasToWait: boolean): boolean {
  const [hasTurn, setHasTurn] = useState(!hasToWait);
  useEffect(() => {
    if (hasTurn) return;
    const take = () => setHasTurn(true);
    waiting.add(take);
    askForTurn();
    return () => {
      waiting.delete(take);
    };
  }, [hasTurn]);
  return hasTurn;
}
