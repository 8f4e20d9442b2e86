const addresses = new WeakMap<Blob, string>();
/** A review that is forgotten gives its small pictures back. */
const forgotten = new FinalizationRegistry<string>((address) => URL.revokeObjectURL(address));

/** The address of a small picture: one for as long as the picture is kept, however often its tile comes and goes. */
export function previewAddress(preview: Blob): string {
  const known = addresses.get(preview);
  if (known) return known;
  const address = URL.createObjectURL(preview);
  addresses.set(preview, address);
  forgotten.register(preview, address);
  return address;
}
