import { AppError } from '@filemill/errors';

interface Demuxer {
  readonly name: string;
  /** The whole name of the demuxer, which is what ffmpeg compares with the list. */
  readonly whitelist: string;
}

const named = (name: string, whitelist = name): Demuxer => ({ name, whitelist });
const MOV = named('mov', 'mov,mp4,m4a,3gp,3g2,mj2');
const MATROSKA = named('matroska', 'matroska,webm');

/** The reader that each input is forced to: ffmpeg never guesses. */
const DEMUXERS: Readonly<Record<string, Demuxer>> = {
  mp4: MOV,
  mov: MOV,
  '3gp': MOV,
  m4a: MOV,
  mkv: MATROSKA,
  webm: MATROSKA,
  avi: named('avi'),
  flv: named('flv'),
  wmv: named('asf'),
  wma: named('asf'),
  mp3: named('mp3'),
  wav: named('wav'),
  flac: named('flac'),
  aac: named('aac'),
  ogg: named('ogg'),
};

/**
 * Options before `-i`: the reader is forced, may open nothing of another kind (playlists and scripts are readers like
 * any other to ffmpeg), and no address.
 *
 * @param format - catalogue id of the input
 */
export function inputOptions(format: string): string[] {
  const demuxer = DEMUXERS[format];
  if (!demuxer) throw new AppError('UNSUPPORTED_FORMAT', { seen: format });
  return ['-protocol_whitelist', 'file', '-format_whitelist', demuxer.whitelist, '-f', demuxer.name];
}
