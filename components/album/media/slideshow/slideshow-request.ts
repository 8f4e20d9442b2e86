let isRequested = false;

/** The next photo that is opened begins a slideshow. */
export function requestSlideshow(): void {
  isRequested = true;
}

/** Whether a slideshow was asked for; answered once. */
export function takeSlideshowRequest(): boolean {
  const taken = isRequested;
  isRequested = false;
  return taken;
}
