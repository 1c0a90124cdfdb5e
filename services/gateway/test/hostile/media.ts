import { aVideo, aWav } from '../stack.js';
import { type HostileCase, type HostileClass, refused, type Targets, type Verdict } from './case.js';

/** Playlists and scripts that a media library would follow. */
const PLAYLISTS: readonly ((target: string) => string)[] = [
  (target) => `#EXTM3U\n#EXT-X-TARGETDURATION:10\n#EXTINF:10,\n${target}\n#EXT-X-ENDLIST\n`,
  (target) =>
    `#EXTM3U\n#EXT-X-MEDIA-SEQUENCE:0\n#EXT-X-BYTERANGE:99@0\n#EXTINF:9,\nconcat:${target}|${target}\n`,
  (target) => `ffconcat version 1.0\nfile '${target}'\n`,
  (target) =>
    '<?xml version="1.0"?><MPD xmlns="urn:mpeg:dash:schema:mpd:2011" type="static"><Period><AdaptationSet mimeType="video/mp4">' +
    `<Representation id="1"><BaseURL>${target}</BaseURL></Representation></AdaptationSet></Period></MPD>`,
  (target) => `v=0\r\no=- 0 0 IN IP4 127.0.0.1\r\nm=audio ${/:(\d+)/.exec(target)?.[1] ?? 9} RTP/AVP 0\r\n`,
  (target) => `[playlist]\nFile1=${target}\nNumberOfEntries=1\n`,
];
const NAMES = ['a.mp4', 'a.mkv', 'a.mp3', 'a.avi', 'a.wav', 'a.mov'];

/** T01. Every playlist with every kind of target, under a name in turn. */
export async function playlistClass({ file, neighbour, address }: Targets): Promise<HostileClass> {
  const targets = [
    `file://${file}`,
    `../../${file}`,
    neighbour,
    address,
    'subfile,,start,0,end,0,,:/etc/passwd',
  ];
  const cases = PLAYLISTS.flatMap((playlist, kind) =>
    targets.map((target, at): HostileCase => {
      const name = NAMES[(kind + at) % NAMES.length] as string;
      const bytes = Buffer.from(playlist(target));
      return {
        title: `playlist ${kind} named ${name} for target ${at}`,
        name,
        bytes,
        to: kind % 2 ? 'mkv' : 'mp3',
        verdict: refused('unsupported_format', 'file_corrupt'),
      };
    }),
  );
  const id3 = Buffer.concat([Buffer.from('ID3\x04\0\0\0\0\0\0'), Buffer.from(PLAYLISTS[0]?.(address) ?? '')]);
  cases.push({
    title: 'a playlist behind a tag',
    name: 'a.mp3',
    bytes: id3,
    to: 'wav',
    verdict: refused('unsupported_format', 'file_corrupt'),
  });
  return {
    title: 'T01 playlists and scripts as media',
    cases,
    harmless: [{ name: 'a.wav', bytes: await aWav(1), to: 'mp3' }],
  };
}

/** Overwrites bytes at an offset from the first occurrence of a box's name. */
function patched(bytes: Buffer, box: string, from: number, value: number): Buffer {
  const copy = Buffer.from(bytes);
  const at = copy.indexOf(box, 0, 'latin1');
  if (at < 0) throw new Error(`no box ${box}`);
  copy.writeUInt32BE(value, at + 4 + from);
  return copy;
}

/** T01, T03. Tables and durations that lie, references to other files. */
export async function wrongHeaderClass(): Promise<HostileClass> {
  const video = await aVideo(1, '160x120');
  const wav = await aWav(1);
  const lies = refused('file_corrupt', 'file_too_large', 'unsupported_format');
  const made = (
    title: string,
    bytes: Buffer,
    name = 'a.mp4',
    to = 'mp3',
    verdict: Verdict = lies,
  ): HostileCase => ({
    title,
    name,
    bytes,
    to,
    verdict,
  });
  const cutWav = Buffer.from(wav.subarray(0, 44));
  return {
    title: 'T03 wrong media headers',
    cases: [
      made('a sample table of four billion', patched(video, 'stsz', 8, 0xfffffff0)),
      made('a table of times of four billion', patched(video, 'stts', 4, 0xfffffff0)),
      made('a table of chunks of four billion', patched(video, 'stco', 4, 0xfffffff0)),
      made('a duration of 49 days', patched(patched(video, 'mvhd', 12, 1), 'mvhd', 16, 0x00400000)),
      // The content is complete: a wrong length is no damage.
      made('a box beyond the end', patched(video, 'moov', -8, 0x7fffffff), 'a.mp4', 'mp3', 'inert'),
      made('no media behind the header', video.subarray(0, 48)),
      made('no sound behind the header', cutWav, 'a.wav'),
    ],
    harmless: [{ name: 'a.mp4', bytes: video, to: 'mkv' }],
  };
}
