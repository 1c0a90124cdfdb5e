/** From here on a user asks for the best: full colour resolution. */
const FULL_CHROMA_QUALITY = 90;

/** Colour at half the resolution frays hard edges: photos below the best quality alone have it. */
export const chromaOf = (quality: number, isGraphic: boolean): '4:4:4' | '4:2:0' =>
  isGraphic || quality >= FULL_CHROMA_QUALITY ? '4:4:4' : '4:2:0';
