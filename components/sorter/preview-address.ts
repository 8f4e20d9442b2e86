const addresses = new WeakMap<Blob, string>();
/** When a review is garbage-collected, the addresses of its thumbnails are revoked. */
const forgotten = new FinalizationRegistry<string>((address) => URL.revokeObjectURL(address));

/** A thumbnail's address: the same one for as long as the thumbnail exists, however often its tile comes and goes. */
export function previewAddress(preview: Blob): string {
  const known = addresses.get(preview);
  if (known) return known;
  const address = URL.createObjectURL(preview);
  addresses.set(preview, address);
  forgotten.register(preview, address);
  return address;
}
