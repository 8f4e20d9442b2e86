import { useEffect, useState } from "react";

/** Even a busy page fills a row this often. */
const longestWaitMs = 300;
/** Between two rows in a browser that doesn't say when it is idle. */
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
 * Whether a row may show its pictures: at once, or, where many rows come into view together, one after the other while
 * the page has time: requesting the pictures of one takes a slow phone most of a frame.
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
