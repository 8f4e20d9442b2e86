"use client";

import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Button } from "@/components/ui/button";
import { Card, CardHeader } from "@/components/ui/card";
import { RelativeTime } from "@/components/ui/relative-time";
import { activityQuery } from "@/lib/account/security/client/queries";

/** How many entries are shown before "Show all". */
const firstShown = 8;

/** The account's recent activity, so that people notice anything strange. */
export function ActivityCard() {
  const { data: entries = [] } = useQuery(activityQuery);
  const [isWhole, setIsWhole] = useState(false);
  const shown = isWhole ? entries : entries.slice(0, firstShown);
  return (
    <Card aria-labelledby="activity-card">
      <CardHeader id="activity-card" title="Recent activity" />
      {entries.length === 0 ? (
        <p className="text-ink-soft">Nothing yet. Sign-ins and changes to your account will appear here.</p>
      ) : (
        <ul className="divide-y divide-line">
          {shown.map((entry) => (
            <li key={entry.id} className="py-2.5">
              <p className="font-semibold break-words">{entry.words}</p>
              <p className="text-step--1 break-words text-ink-soft">
                <RelativeTime iso={entry.at} />
                {entry.device && `, ${entry.device}`}
                {entry.ipAddress && `, from ${entry.ipAddress}`}
              </p>
            </li>
          ))}
        </ul>
      )}
      {entries.length > firstShown && !isWhole && (
        <Button variant="ghost" className="mt-2" onClick={() => setIsWhole(true)}>
          Show all {entries.length}
        </Button>
      )}
    </Card>
  );
}
