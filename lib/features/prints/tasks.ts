import { z } from "zod";

export const printOrderPayload = z.object({ orderId: z.uuid() });
/** Makes the package that a lab prints from. */
export const makePackageTask = "prints.make-package";
/** Lets an order go out that nobody can undo any more. */
export const releasePrintOrderTask = "prints.release";
/** Hands an order to the provider that it is to go to. */
export const sendPrintOrderTask = "prints.send";
/** Asks the provider how far an order is. */
export const refreshPrintOrderTask = "prints.refresh";
/** Asks after all that are on their way, whose callbacks may have been lost. */
export const refreshPrintOrdersTask = "prints.refresh-all";
