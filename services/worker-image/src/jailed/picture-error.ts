import type { PictureErrorCode } from './protocol.js';

/** A failure with a code of the error table; the worker turns it into its own error type. */
export class PictureError extends Error {
  constructor(
    readonly code: PictureErrorCode,
    /** A text for the user. */
    readonly detail?: string,
    options?: ErrorOptions,
  ) {
    super(detail ?? code, options);
    this.name = 'PictureError';
  }

  /** sharp has one error type for everything, so libvips' message decides. */
  static from(error: unknown): PictureError {
    if (error instanceof PictureError) return error;
    const message = error instanceof Error ? error.message : String(error);
    if (/exceeds pixel limit|exceeds channel limit/i.test(message)) {
      return new PictureError('FILE_TOO_LARGE', undefined, { cause: error });
    }
    if (/out of memory|cannot allocate/i.test(message)) {
      return new PictureError('OUT_OF_MEMORY', undefined, { cause: error });
    }
    // libvips' savers also report "unable to write to target" if the input is broken, so the message is not used.
    if (/unable to (?:write the|open for write)|no space|file too large|EFBIG|ENOSPC/i.test(message)) {
      return new PictureError('ENGINE_FAILED', undefined, { cause: error });
    }
    // A defect of our own is no fault of the file; a read outside a buffer is.
    if (error instanceof TypeError || error instanceof ReferenceError) {
      return new PictureError('ENGINE_FAILED', undefined, { cause: error });
    }
    return new PictureError('FILE_CORRUPT', undefined, { cause: error });
  }
}
