/** How a file that refers to other media looks, and the id under which it is refused. */
const XML_ROOTS: Readonly<Record<string, string>> = {
  MPD: 'dash-manifest',
  SmoothStreamingMedia: 'smooth-streaming-manifest',
  smil: 'smil-playlist',
  asx: 'asx-playlist',
  playlist: 'xspf-playlist',
  wpl: 'wpl-playlist',
  CompositionPlaylist: 'imf-playlist',
  AssetMap: 'imf-playlist',
};

const SIGNATURES: readonly (readonly [RegExp, string])[] = [
  [/^#EXTM3U/, 'm3u-playlist'],
  [/^#EXT-?X-|^#EXTINF:/, 'm3u-playlist'],
  [/^ffconcat version/, 'concat-script'],
  [/^v=0\s*\n[a-z]=/, 'sdp-session'],
  [/^\[playlist\]/i, 'pls-playlist'],
  [/^\[Reference\][^\S\n]*\n\s*Ref\d+\s*=/i, 'asf-reference'],
  [/^RTSPtext/i, 'rtsp-reference'],
  [/^rtsp:\/\//i, 'rtsp-reference'],
  [/^# VobSub index file/, 'vobsub-index'],
  [/^;FFMETADATA/, 'ffmpeg-metadata'],
  [/^<\?(wpl|zpl|quicktime)\b/, 'wpl-playlist'],
];

/** A script for ffmpeg's concat demuxer needs no first line when the demuxer is forced. */
const CONCAT_LINE =
  /^\s*(file|duration|inpoint|outpoint|stream|exact_stream_id|option|file_packet_m\w+|stream_\w+|chapter|#)/;
const CUE_LINE =
  /^\s*(REM|CATALOG|CDTEXTFILE|FILE|TITLE|PERFORMER|SONGWRITER|TRACK|INDEX|ISRC|FLAGS|PREGAP|POSTGAP)\b/;
/** End of a cue sheet line that names a file. */
const CUE_KIND = /\s(?:WAVE|MP3|AIFF|BINARY|MOTOROLA|FLAC)$/;

/** Every id that {@link detectPlaylist} returns. */
export const PLAYLISTS: readonly string[] = [
  ...new Set([...SIGNATURES.map(([, id]) => id), ...Object.values(XML_ROOTS), 'concat-script', 'cue-sheet']),
];

/**
 * The id of a playlist, manifest or script that refers to other media, whatever its name is.
 *
 * @param start - first kilobytes of the file
 */
export function detectPlaylist(start: Buffer): string | undefined {
  const text = decode(start).trimStart().replace(/\r\n?/g, '\n');
  // Text has no zero bytes; nothing else has to be searched.
  if (text === '' || text.slice(0, 256).includes('\0')) return undefined;
  for (const [pattern, id] of SIGNATURES) if (pattern.test(text)) return id;
  if (text.startsWith('<')) return XML_ROOTS[rootName(text)];
  // The last line may be cut off in the middle.
  const lines = text
    .split('\n')
    .slice(0, 40)
    .filter((line) => line.trim() !== '');
  if (lines.some((line) => /^\s*file\s+\S/.test(line)) && lines.every((line) => CONCAT_LINE.test(line))) {
    return 'concat-script';
  }
  const isCue = lines.some((line) => /^\s*FILE\s/.test(line) && CUE_KIND.test(line.trimEnd()));
  return isCue && CUE_LINE.test(lines[0] ?? '') ? 'cue-sheet' : undefined;
}

function decode(start: Buffer): string {
  if (start[0] === 0xff && start[1] === 0xfe) return start.toString('utf16le', 2);
  if (start[0] === 0xfe && start[1] === 0xff)
    return Buffer.from(start.subarray(2, start.length & ~1))
      .swap16()
      .toString('utf16le');
  const text = start.toString('utf8');
  return text.startsWith('\ufeff') ? text.slice(1) : text;
}

/** White space, an instruction, a comment or a document type at one position; each is read once. */
const PROLOG = /\s+|<\?[\s\S]*?\?>|<!--[\s\S]*?-->|<!DOCTYPE[^<>]*>/iy;

/** Local name of the first element. */
function rootName(text: string): string {
  let at = 0;
  for (;;) {
    PROLOG.lastIndex = at;
    const part = PROLOG.exec(text);
    if (!part) break;
    at += part[0].length;
  }
  return /^<(?:[\w.-]+:)?([\w.-]+)/.exec(text.slice(at, at + MAX_NAME_CHARS))?.[1] ?? '';
}

const MAX_NAME_CHARS = 256;
