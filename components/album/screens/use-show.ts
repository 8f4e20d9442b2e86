import { useEffect, useState } from "react";
import { reloadPage } from "@/lib/account/accounts/client/full-navigation";
import { showCalls } from "@/lib/album/screens/client/show-calls";
import { ShowPlayer, type ShowView } from "@/lib/album/screens/client/show-player";

/** Runs the show while mounted. */
export function useShow(): { view: ShowView; player: ShowPlayer | null } {
  const [view, setView] = useState<ShowView>({ stage: "starting" });
  const [player, setPlayer] = useState<ShowPlayer | null>(null);
  useEffect(() => {
    const made = new ShowPlayer(showCalls, setView, reloadPage);
    setPlayer(made);
    made.start();
    return () => made.end();
  }, []);
  return { view, player };
}
