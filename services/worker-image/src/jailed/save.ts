import type { SaverArguments } from '@filemill/formats';
import type { Sharp } from 'sharp';
import { PictureError } from './picture-error.js';
import type { PictureWrite } from './protocol.js';

type Saver = (picture: Sharp, args: SaverArguments) => Sharp;

/** sharp's own encoders. The declarations of the formats contain their arguments. */
export const SAVERS: Readonly<Partial<Record<PictureWrite['saver'], Saver>>> = {
  jpeg: (picture, args) => picture.jpeg(args),
  png: (picture, args) => picture.png(args),
  webp: (picture, args) => picture.webp(args),
  avif: (picture, args) => picture.avif(args),
  gif: (picture, args) => picture.gif(args),
  tiff: (picture, args) => picture.tiff(args),
};

/** Sets the encoder of a picture and its arguments; sharp encodes it when it is written. */
export function setEncoder(picture: Sharp, { saver, args }: PictureWrite, isGraphic: boolean): Sharp {
  const encode = SAVERS[saver];
  if (!encode) throw new PictureError('ENGINE_FAILED', `no encoder ${saver}`);
  return encode(picture, isGraphic ? args.graphic : args.photo);
}
