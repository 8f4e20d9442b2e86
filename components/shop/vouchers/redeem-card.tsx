import { RedeemForm } from "@/components/shop/vouchers/redeem-form";
import { Card, CardHeader } from "@/components/ui/card";

/** The voucher field on /billing. */
export function RedeemCard() {
  return (
    <Card aria-labelledby="redeem-voucher">
      <CardHeader id="redeem-voucher" title="Have a voucher?" />
      <p className="mb-4 text-ink-soft">
        It could be free prints, months of a plan, or money for the gift shop. You get its full value right
        away.
      </p>
      <RedeemForm />
    </Card>
  );
}
