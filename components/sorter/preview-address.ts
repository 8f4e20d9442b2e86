const addresses = new WeakMap<Blob, string>();
/** When a review is garbage-collected, the addresses of its small pictures are revoked. */
const forgotten = new FinalizationRegistry<string>((address) => URL.revokeObjectURL(address));

/**
 * The address of a small picture: the same one for as long as the picture exists, however often its tile comes and
 * goes.
 */
export function previewAddress(preview: Blob): string {
  const known = addresses.get(preview);
  if (known) return known;
  const address = URL.createObjectURL(preview);
  addresses.set(preview, address);
  forgotten.register(preview, address);
  return address;
}
