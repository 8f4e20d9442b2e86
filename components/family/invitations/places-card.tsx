import { Card } from "@/components/ui/card";
import { Progress } from "@/components/ui/progress";
import { counted } from "@/lib/shared/counted";

export interface PlacesCardProps {
  planName: string;
  /** People the plan has room for. */
  limit: number;
  accounts: number;
  invited: number;
}

/** The places left in the family's plan: accounts and open invitations take one each. */
export function PlacesCard({ planName, limit, accounts, invited }: PlacesCardProps) {
  const taken = accounts + invited;
  const left = Math.max(0, limit - taken);
  return (
    <Card aria-labelledby="places">
      <h2 id="places" className="text-step-1">
        {left === 0 ? "No places left" : `${counted(left, "place")} left`}
      </h2>
      <Progress percent={(taken / limit) * 100} label={`${taken} of ${limit} places used`} className="my-3" />
      <p className="text-step--1 text-ink-soft">
        Your {planName} has room for {limit} people, children included: {counted(accounts, "account")} and{" "}
        {counted(invited, "open invitation")} so far. People without an account don't count.
      </p>
    </Card>
  );
}
