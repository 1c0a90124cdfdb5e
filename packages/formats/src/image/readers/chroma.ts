/** From this quality on chroma keeps its full resolution. */
const FULL_CHROMA_QUALITY = 90;

/** Chroma at half the resolution frays hard edges, so only photos below the best quality get it. */
export const chromaOf = (quality: number, isGraphic: boolean): '4:4:4' | '4:2:0' =>
  isGraphic || quality >= FULL_CHROMA_QUALITY ? '4:4:4' : '4:2:0';
