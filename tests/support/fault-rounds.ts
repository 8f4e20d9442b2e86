/**
 * Whether this run uses the numbers of quality.md, Faults, which take an hour, rather than a few of each as npm test
 * does.
 */
export const isFullRun = process.env.FAULT_ROUNDS === "full";

/** How often a fault is injected. */
export const faultRounds = ({ full, few }: { full: number; few: number }) => (isFullRun ? full : few);
