import { at, magic } from '../define/signature.js';
import { ISOBMFF_DEMUXER } from '../media/containers.js';
import { readPictures, readVideo } from '../media/read-only.js';
import { mediaLimits } from '../media/readers/header-reader.js';
import { readIsobmff } from '../media/readers/isobmff.js';
import { brand } from '../media/signatures/containers.js';

/** Motion JPEG 2000, ISO/IEC 15444-3. */
export const mj2 = readVideo(
  {
    id: 'mj2',
    label: 'MJ2',
    extensions: ['mj2', 'mjp2'],
    mimeTypes: ['video/mj2'],
    signature: [brand('mjp2')],
    limits: mediaLimits(readIsobmff),
  },
  ISOBMFF_DEMUXER,
);

/** General eXchange Format, SMPTE ST 360, of servers in television studios. */
export const gxf = readVideo(
  {
    id: 'gxf',
    label: 'GXF',
    extensions: ['gxf'],
    mimeTypes: ['application/gxf'],
    signature: [magic({ 0: '\0\0\0\0\x01\xbc', 14: '\xe1\xe2' })],
  },
  { demuxer: 'gxf', showsPicturesLate: true },
);

/** AMV, a variant of AVI for cheap players. */
export const amv = readVideo(
  {
    id: 'amv',
    label: 'AMV',
    extensions: ['amv'],
    mimeTypes: ['video/x-amv'],
    signature: [magic({ 0: 'RIFF', 8: 'AMV ' })],
  },
  { demuxer: 'avi' },
);

/** Sega's FILM, of the Saturn. */
export const film = readVideo(
  {
    id: 'cpk',
    label: 'FILM',
    extensions: ['cpk'],
    mimeTypes: ['video/x-film-cpk'],
    signature: [magic({ 0: 'FILM', 16: 'FDSC' })],
  },
  { demuxer: 'film_cpk' },
);

/** Films of id Software's games. */
export const roq = readVideo(
  {
    id: 'roq',
    label: 'RoQ',
    extensions: ['roq'],
    mimeTypes: ['video/x-roq'],
    signature: [at(0, '\x84\x10\xff\xff\xff\xff')],
  },
  { demuxer: 'roq' },
);

/** Loki's games for Linux: JPEG pictures with sound. */
export const smjpeg = readVideo(
  {
    id: 'smjpeg',
    label: 'SMJPEG',
    extensions: ['smjpeg'],
    mimeTypes: ['video/x-smjpeg'],
    signature: [at(0, '\0\nSMJPEG')],
  },
  { demuxer: 'smjpeg' },
);

/** H.261 of video telephones. */
export const h261 = readPictures(
  { id: 'h261', label: 'H.261', extensions: ['h261', '261'], mimeTypes: ['video/H261'], noSignature: true },
  'h261',
);

/** H.263 of video telephones. */
export const h263 = readPictures(
  { id: 'h263', label: 'H.263', extensions: ['h263', '263'], mimeTypes: ['video/H263'], noSignature: true },
  'h263',
);

/** DNxHD and DNxHR without a container, SMPTE ST 2019. */
export const dnxhd = readPictures(
  {
    id: 'dnxhd',
    label: 'DNxHD',
    extensions: ['dnxhd', 'dnxhr'],
    mimeTypes: ['video/x-dnxhd'],
    signature: [at(0, '\0\0\x02\x80\x01'), at(0, '\0\0\x02\x80\x03')],
  },
  'dnxhd',
);
