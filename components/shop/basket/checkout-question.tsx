import { usePathname, useRouter } from "next/navigation";
import { closeBasket } from "@/components/shop/basket/basket-controller";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { counted } from "@/lib/shared/counted";
import { checkoutQuestion, lostPrints } from "@/lib/shop/prints/basket-state";
import type { QuotaDto } from "@/lib/shop/prints/schema";

export interface CheckoutQuestionProps {
  isOpen: boolean;
  onOpenChange: (isOpen: boolean) => void;
  prints: number;
  quota: QuotaDto;
  shippingAddress: string;
  onOrder: () => void;
}

/** Pages without photos: someone who wants to add more is taken from there to the album. */
const withoutPhotos =
  /^\/(print-orders|quota|billing|pricing|profile|settings|notifications|gift-shop|security|password-security|super-admin|admin|manage-users|invite|create-child|report-)/;

/** Asked once before an order; if it would forfeit free prints, adding photos is the first choice. */
export function CheckoutQuestion({
  isOpen,
  onOpenChange,
  prints,
  quota,
  shippingAddress,
  onOrder,
}: CheckoutQuestionProps) {
  const pathname = usePathname();
  const router = useRouter();
  const isLosing = lostPrints(prints, quota) > 0;

  function addMore() {
    closeBasket();
    if (withoutPhotos.test(pathname)) router.push("/recent-uploads");
  }

  return (
    <ConfirmDialog
      open={isOpen}
      onOpenChange={onOpenChange}
      title={checkoutQuestion(prints)}
      description={
        isLosing ? describeLost(lostPrints(prints, quota)) : `They'll be sent to ${shippingAddress}.`
      }
      confirmLabel={`Order ${counted(prints, "print")}`}
      {...(isLosing
        ? { cancelLabel: "Add more photos", prefersCancel: true, onCancel: addMore }
        : { cancelLabel: "Not yet", variant: "primary" as const })}
      onConfirm={onOrder}
    />
  );
}

const describeLost = (lost: number) =>
  lost === 1
    ? "You'll lose your other free print this month."
    : `You'll lose your other ${lost} free prints this month.`;
