"use client";

import { useSyncExternalStore } from "react";
import { greetingAt, spokenName } from "@/lib/shared/greeting";

const neverChanges = () => () => {};

/** "Good evening, Ada" by the reader's own clock; the server, which can't know it, says hello. */
export function Greeting({ name }: { name: string }) {
  const words = useSyncExternalStore(
    neverChanges,
    () => greetingAt(new Date().getHours()),
    () => "Hello",
  );
  return (
    <h1>
      {words}, {spokenName(name)}
    </h1>
  );
}
