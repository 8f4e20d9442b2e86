import type { EventHandlers } from "@/lib/core/events/server/events";

/**
 * Which code handles which event. Handlers are imported on first use, so a test that emits nothing loads none of them.
 */
export const eventHandlers: EventHandlers = {
  "media.ready": [
    async (event) =>
      (await import("@/lib/notify/notifications/server/bundle-service")).notifyNewUpload(event),
    async (event) => (await import("@/lib/faces/recognition/server/queue-service")).queueReadyPicture(event),
  ],
  "media.edited": [
    async (event, client) =>
      (await import("@/lib/faces/recognition/server/queue-service")).queueEditedPicture(client, event),
    async ({ id }, client) =>
      (await import("@/lib/shop/prints/server/basket-service")).resetCrops(client, id),
  ],
  "child.created": [
    async ({ memberId, neverRecognize }, client) => {
      const { neverRecognizePerson } = await import("@/lib/faces/recognition/server/person-service");
      if (neverRecognize) await neverRecognizePerson(client, memberId);
    },
  ],
  "member.left": [
    async (event, client) => (await import("@/lib/shop/billing/server/cancellation")).endPayer(client, event),
    async (event, client) =>
      (await import("@/lib/album/books/server/files-service")).removeBooksOfLeaver(client, event),
    async ({ familyId, userId }, client) => {
      const { eraseFacesOfAccount } = await import("@/lib/faces/recognition/server/erasing-service");
      await eraseFacesOfAccount(client, familyId, userId);
    },
    async (event, client) =>
      (await import("@/lib/album/films/server/removal-service")).removeFilmsBy(client, event),
  ],
  "owner.left": [
    async (event, client) => (await import("@/lib/shop/billing/server/cancellation")).endPayer(client, event),
  ],
  "person.linked": [
    async ({ familyId }, client) =>
      (await import("@/lib/album/imported-people/server/claiming-service")).claimWhatWasSaid(
        client,
        familyId,
      ),
  ],
  "person.shielded": [
    async ({ memberId }, client) =>
      (await import("@/lib/faces/recognition/server/person-service")).neverRecognizePerson(client, memberId),
  ],
  "printOrder.imported": [
    async (event, client) =>
      (await import("@/lib/shop/prints/server/imported-order-service")).addImportedOrder(client, event),
  ],
  "import.undone": [
    async (event, client) =>
      (await import("@/lib/shop/prints/server/imported-order-service")).removeImportedOrders(client, event),
  ],
  "person.merged": [
    // First, since an import that ends locks its row before the names.
    async ({ formerId, memberId }, client) =>
      (await import("@/lib/album/imports/server/actions-service")).passOnChoices(client, formerId, memberId),
    async ({ formerId, memberId }, client) =>
      (await import("@/lib/album/screens/server/service")).passOnScreens(client, formerId, memberId),
    async ({ formerId, memberId }, client) => {
      const { passOnImportedNames } = await import("@/lib/album/imported-people/server/claiming-service");
      await passOnImportedNames(client, formerId, memberId);
    },
    async ({ formerId, memberId }, client) =>
      (await import("@/lib/album/memories/server/hiding-service")).passOnHiding(client, formerId, memberId),
    async ({ formerId, memberId }, client) =>
      (await import("@/lib/album/growing-up/server/notes-service")).passOnNotes(client, formerId, memberId),
    async ({ formerId, memberId }, client) =>
      (await import("@/lib/album/films/server/removal-service")).passOnFilms(client, formerId, memberId),
    async ({ formerId, memberId }, client) => {
      const { passOnRecognition } = await import("@/lib/faces/recognition/server/person-service");
      await passOnRecognition(client, formerId, memberId);
    },
  ],
  "person.removed": [
    async ({ memberId }, client) => {
      const { eraseNamedFaces } = await import("@/lib/faces/recognition/server/erasing-service");
      await eraseNamedFaces(client, memberId);
    },
    async ({ memberId }, client) =>
      (await import("@/lib/album/films/server/removal-service")).removeFilmsAbout(client, memberId),
  ],
  "family.ended": [
    async ({ familyId }, client) =>
      (await import("@/lib/shop/billing/server/cancellation")).endBilling(client, familyId),
    async ({ familyId }, client) =>
      (await import("@/lib/shop/gifts/server/refund-service")).endGiftOrders(client, familyId),
    async ({ familyId }, client) =>
      (await import("@/lib/shop/vouchers/server/service")).returnVouchersOf(client, familyId),
    async ({ familyId }, client) =>
      (await import("@/lib/album/uploads/server/family-removal-service")).removeEndedFamily(client, familyId),
  ],
};
