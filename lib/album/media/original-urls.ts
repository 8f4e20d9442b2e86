// Separate from the URLs in lists, which every page loads.

/** A photo's medium picture without its edits. */
export function uneditedUrl(id: string): string {
  return `/api/media/${id}/unedited`;
}

/** A 360° photo's picture for looking around in. */
export function sphereUrl(id: string): string {
  return `/api/images/sphere/${id}`;
}

export function downloadUrl(id: string): string {
  return `/api/media/${id}/download`;
}

/** The original without its location. */
export function downloadWithoutPlaceUrl(id: string): string {
  return `${downloadUrl(id)}?place=without`;
}

/** The clip of a Live Photo, as it was uploaded. */
export function downloadClipUrl(id: string): string {
  return `${downloadUrl(id)}?part=clip`;
}

/** An edited photo as it is shown, with all its pixels. */
export function downloadEditedUrl(id: string): string {
  return `${downloadUrl(id)}?version=edited`;
}
