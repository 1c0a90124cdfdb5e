/** A recording without a frame rate must not become a thousand frames a second in a container that stores one. */
export const MAX_FRAME_RATE = 120;
