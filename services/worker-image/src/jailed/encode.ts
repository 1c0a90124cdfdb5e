import type { Sharp } from 'sharp';

/** How the codecs of sharp are set; see README.md of this service for what each choice costs and gains. */
export interface EncodeSettings {
  readonly quality: number;
  readonly graphic: boolean;
  readonly final: boolean;
}

/** From here on a user asks for the best: full colour resolution. */
const FULL_CHROMA_QUALITY = 90;

/** Of WebP. */
export const WEBP_EFFORT = 2;

type Encoder = (picture: Sharp, settings: EncodeSettings) => Sharp;

const chroma = ({ quality, graphic }: EncodeSettings): '4:4:4' | '4:2:0' =>
  graphic || quality >= FULL_CHROMA_QUALITY ? '4:4:4' : '4:2:0';

export const ENCODERS: Readonly<Record<string, Encoder>> = {
  jpg: (picture, settings) =>
    picture.jpeg({ quality: settings.quality, chromaSubsampling: chroma(settings) }),
  // Half the size of the default for a sixth more time on photos; filters make flat colours larger.
  png: (picture, { graphic }) =>
    graphic
      ? picture.png({ compressionLevel: 6 })
      : picture.png({ compressionLevel: 3, adaptiveFiltering: true }),
  webp: (picture, { quality, graphic }) =>
    picture.webp({ quality, effort: WEBP_EFFORT, smartSubsample: graphic }),
  // Effort 4, the default, takes eighteen times as long for a sixth of the size.
  avif: (picture, settings) =>
    picture.avif({ quality: settings.quality, effort: 1, chromaSubsampling: chroma(settings) }),
  gif: (picture) => picture.gif({ effort: 3, keepDuplicateFrames: true }),
  // Without a setting it would be JPEG inside TIFF.
  tiff: (picture, { final }) =>
    picture.tiff({ compression: final ? 'lzw' : 'none', predictor: 'horizontal' }),
};
