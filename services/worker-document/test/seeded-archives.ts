import { join } from 'node:path';
import { type Feature, heldIn, madeOnce, type SeededFile } from '@filemill/worker/proving';
import { membersOf, run } from './archive-reading.js';

/**
 * Makes an archive with Python, which writes what it is told. Arguments: the format, the path, and the entries: their
 * `name`, and fields of TarInfo or ZipInfo.
 */
const PYTHON = `
import io, json, sys, tarfile, zipfile
kind, path, entries = sys.argv[1], sys.argv[2], json.loads(sys.argv[3])
if kind == 'tar':
    with tarfile.open(path, 'w', format=tarfile.PAX_FORMAT) as archive:
        for fields in entries:
            member = tarfile.TarInfo(fields.pop('name'))
            member.type = fields.pop('type', '0').encode()
            member.size = 1 if member.type == b'0' else 0
            for key, value in fields.items():
                setattr(member, key, value)
            archive.addfile(member, io.BytesIO(b'x'))
else:
    with zipfile.ZipFile(path, 'w') as archive:
        for fields in entries:
            member = zipfile.ZipInfo(fields['name'])
            member.create_system = 3
            member.external_attr = fields.get('mode', 0o100644) << 16
            archive.writestr(member, fields.get('text', 'x'))
`;

type Entry = Readonly<Record<string, unknown>> & { readonly name: string };

const MTIME = 1_000_000_000;
const plain: Entry = { name: 'a', mtime: MTIME };

const never = heldIn();
/** 7z and ISO hold no owners; zip and cpio hold them by number. */
const WITHOUT_OWNERS = ['7z', 'iso'];
const ZIPS = ['zip', 'cbz', 'files'];
const WITHOUT_OWNER_NAMES = [...ZIPS, 'cpio'];
const IN_SECONDS = [...ZIPS, 'cpio', 'iso'];
const lackedBy =
  (...ids: readonly string[]): Feature['isHeldBy'] =>
  ({ id }) =>
    !ids.includes(id);
const isTar = (format: string): boolean => format.startsWith('tar');

const OWNERS: Feature = {
  code: 'owners_dropped',
  isHeldBy: lackedBy(...WITHOUT_OWNERS),
  isSeen: (path, format) =>
    isTar(format) || format === 'iso' ? membersOf(path, format).some(({ uid }) => uid === 1_000) : undefined,
};
const OWNER_NAMES: Feature = {
  code: 'owner_names_dropped',
  isHeldBy: lackedBy(...WITHOUT_OWNER_NAMES),
  // What holds no owners has no names either, and says so once.
  isSeen: (path, format) =>
    isTar(format) ? membersOf(path, format).some(({ uname }) => uname === 'ada') : undefined,
};
const FRACTIONS: Feature = {
  code: 'times_rounded',
  isHeldBy: lackedBy(...IN_SECONDS),
  isSeen: (path, format) =>
    isTar(format) || format === '7z'
      ? membersOf(path, format).some(({ mtime }) => mtime % 1 === 0.25)
      : undefined,
};
const OLD: Feature = {
  code: 'times_out_of_range',
  isHeldBy: lackedBy(...ZIPS),
  isSeen: (path, format) =>
    ZIPS.includes(format) ? undefined : membersOf(path, format).some(({ mtime }) => mtime === 86_400),
};
const LINKS: Feature = {
  code: 'links_dropped',
  isHeldBy: never,
  isSeen: (path, format) =>
    membersOf(path, ZIPS.includes(format) ? 'zip' : format).some(({ type }) => type === 'other'),
};
const without = (code: Feature['code']): Feature => ({ code, isHeldBy: never });
/** Of names, which every output has in one form. */
const NAMES: readonly Feature[] = [
  'duplicates_dropped' as const,
  'unsafe_names_dropped' as const,
  'names_made_safe' as const,
  'names_numbered' as const,
].map(without);

const ODD_NAMES: readonly Entry[] = [
  ...[plain, { name: 'twice' }, { name: 'twice' }, { name: '../out' }],
  ...[{ name: '-rf' }, { name: 'Same' }, { name: 'same' }],
];

/** Archives of the corpus. @param folder - where they are made */
export function seededArchives(folder: () => string): SeededFile[] {
  let count = 0;
  const made = (kind: string, entries: readonly Entry[], pack?: string): SeededFile['make'] =>
    madeOnce((has) => {
      const path = join(folder(), `seeded-${++count}`);
      const chosen = has ? entries : [plain, { name: 'b', mtime: MTIME }];
      run('python3', ['-c', PYTHON, kind, path, JSON.stringify(chosen)]);
      if (!pack) return path;
      run('bash', ['-c', `${pack}`, 'bash', path, `${path}.packed`]);
      return `${path}.packed`;
    });
  return [
    {
      name: 'a tar with owners, links, attributes and odd times and names',
      from: 'tar',
      features: [
        ...[OWNERS, OWNER_NAMES, FRACTIONS, OLD, LINKS, without('attributes_dropped')],
        ...[...NAMES, without('names_normalised')],
      ],
      make: made('tar', [
        ...ODD_NAMES,
        { name: 'owned', mtime: MTIME, uid: 1_000, gid: 1_000, uname: 'ada', gname: 'ada' },
        { name: 'exact', mtime: MTIME + 0.25 },
        { name: 'old', mtime: 86_400 },
        ...[
          { name: 'soft', type: '2', linkname: 'a' },
          { name: 'hard', type: '1', linkname: 'a' },
        ],
        ...[
          { name: 'device', type: '3' },
          { name: 'pipe', type: '6' },
        ],
        { name: 'coloured', mtime: MTIME, pax_headers: { 'SCHILY.xattr.user.colour': 'blue' } },
        { name: 'Gro\u0308\u00dfe', mtime: MTIME },
      ]),
    },
    {
      name: 'a zip with links and odd names',
      from: 'zip',
      features: [LINKS, ...NAMES],
      make: made('zip', [...ODD_NAMES, { name: 'soft', mode: 0o120777, text: 'a' }]),
    },
    {
      name: 'a cpio with owners and links',
      from: 'cpio',
      features: [{ ...OWNERS, isSeen: () => undefined }, LINKS],
      make: made(
        'tar',
        [
          { name: 'owned', mtime: MTIME, uid: 1_000, gid: 1_000 },
          { name: 'soft', mtime: MTIME, type: '2', linkname: 'a' },
        ],
        'bsdtar -cf "$2" --format=newc "@$1"',
      ),
    },
    {
      name: 'a xar with owners, links and attributes',
      from: 'xar',
      features: [OWNERS, OWNER_NAMES, LINKS],
      make: made(
        'tar',
        [
          { name: 'owned', mtime: MTIME, uid: 1_000, gid: 1_000, uname: 'ada', gname: 'ada' },
          { name: 'soft', mtime: MTIME, type: '2', linkname: 'a' },
        ],
        'bsdtar -cf "$2" --format=xar "@$1"',
      ),
    },
    {
      name: 'a 7Z with links and exact times',
      from: '7z',
      features: [LINKS, FRACTIONS],
      make: made(
        'tar',
        [
          { name: 'exact', mtime: MTIME + 0.25 },
          { name: 'soft', mtime: MTIME, type: '2', linkname: 'a' },
        ],
        'bsdtar -cf "$2" --format=7zip "@$1"',
      ),
    },
  ];
}
