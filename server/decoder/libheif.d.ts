/** The part of libheif's WebAssembly build that decodes a picture; the package has types for its other build only. */
declare module "libheif-js/libheif-wasm/libheif-bundle.js" {
  /** Something in WebAssembly's memory, freed by us. */
  type Handle = object;
  export interface Failure {
    code: object;
    message: string;
  }
  /** A view of WebAssembly's memory, valid until the image is released. */
  export interface Channel {
    width: number;
    height: number;
    /** Bytes from one row to the next. */
    stride: number;
    data: Uint8Array;
  }
  export interface LibHeif {
    heif_error_code: { heif_error_Ok: object };
    heif_colorspace: { heif_colorspace_RGB: object };
    heif_chroma: { heif_chroma_interleaved_RGB: object; heif_chroma_interleaved_RGBA: object };
    heif_context_alloc(): Handle;
    heif_context_free(context: Handle): void;
    heif_context_read_from_memory(context: Handle, file: Uint8Array): Failure;
    heif_js_context_get_primary_image_handle(context: Handle): Handle | Failure;
    heif_image_handle_has_alpha_channel(image: Handle): number;
    heif_image_handle_release(image: Handle): void;
    heif_js_decode_image2(
      image: Handle,
      space: object,
      chroma: object,
    ): { image: Handle; channels: Channel[] } | Failure;
    heif_image_release(image: Handle): void;
  }
  /** A new instance, with its own memory. */
  export default function start(options: { print: () => void; printErr: () => void }): LibHeif;
}
