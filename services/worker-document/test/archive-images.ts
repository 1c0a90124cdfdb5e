import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { run } from './archive-reading.ts';

/** Wraps the image of a disk as Apple's. */
const UDIF = fileURLToPath(new URL('./archive-udif.py', import.meta.url));

/** Commands in the folder of the small files, before the path of the image; without folders where a writer makes none. */
const MAKERS: Readonly<Record<string, string>> = {
  arj: 'f() { arj a -r -y -2d "$1" one.txt opt > /dev/null; }; f',
  ar: 'f() { ar rcU "$1" one.txt opt/two.bin; }; f',
  cramfs: '/usr/sbin/mkfs.cramfs .',
  fat: 'f() { truncate -s $((4 + $(du -sm . | cut -f1)))M "$1"; /usr/sbin/mkfs.fat "$1" > /dev/null; mcopy -m -s -i "$1" one.txt opt ::; }; f',
  ntfs: 'f() { truncate -s $((4 + $(du -sm . | cut -f1)))M "$1"; /usr/sbin/mkntfs -q -F "$1" 2> /dev/null; for i in one.txt opt/two.bin; do /usr/sbin/ntfscp -q "$1" $i ${i#opt/}; done; }; f',
  ext: 'f() { truncate -s $((8 + $(du -sm . | cut -f1)))M "$1"; /usr/sbin/mke2fs -q -t ext4 -d . "$1"; }; f',
  udf: 'f() { genisoimage -quiet -udf -r -o "$1" .; python3 ../udf.py "$1"; }; f',
  // The image of HFS+ alone, out of a disc that is one of ISO 9660 as well.
  dmg: `f() { xorriso -no_rc -as mkisofs -quiet -hfsplus -V FILES -o "$1.iso" .; 7z x -tAPM -y -bso0 -so "$1.iso" HFSPLUS_Hybrid.hfs > "$1.hfs"; python3 ${UDIF} "$1.hfs" "$1"; }; f`,
  msi: 'f() { wixl -o "$1" ../files.wxs; }; f',
  chm: 'f() { cp ../project.hhp .; chmcmd project.hhp > /dev/null; rm project.hhp; mv help.chm "$1"; }; f',
};

/** Disks by the format's id: qemu's name of it, the image in it, and how that one lies in it. */
const DISKS: Readonly<Record<string, { format: string; image: string; table?: 'dos' | 'gpt' }>> = {
  qcow2: { format: 'qcow2', image: 'fat', table: 'dos' },
  vdi: { format: 'vdi', image: 'ext', table: 'dos' },
  vhd: { format: 'vpc', image: 'fat', table: 'dos' },
  vhdx: { format: 'vhdx', image: 'ext', table: 'gpt' },
  vmdk: { format: 'vmdk', image: 'ext' },
};

/** Leaves the UDF of a disc that is both: its mark, three sectors, becomes the first. */
const UDF_ALONE = `
import sys
with open(sys.argv[1], 'r+b') as disc:
    bytes = bytearray(disc.read())
    at = bytes.index(b'\\0BEA01')
    marks = bytes[at:at + 3 * 2048]
    bytes[16 * 2048:at + 3 * 2048] = marks + b'\\0' * (at - 16 * 2048)
    disc.seek(0)
    disc.write(bytes)
`;
/** Two files, whose keys are not their names. */
const INSTALLER = `<?xml version="1.0" encoding="utf-8"?>
<Wix xmlns="http://schemas.microsoft.com/wix/2006/wi">
  <Product Id="*" Name="Mill" Language="1033" Version="1.0.0" Manufacturer="Mill" UpgradeCode="5a3a3a72-8e3f-4bb0-9c1a-0f6c6d5c7a11">
    <Package InstallerVersion="200" Compressed="yes"/>
    <Media Id="1" Cabinet="mill.cab" EmbedCab="yes"/>
    <Directory Id="TARGETDIR" Name="SourceDir">
      <Component Id="C1" Guid="8f1c9a51-3c8e-4d0a-9f61-2d3a7c1b5e01"><File Id="F1" Name="one.txt" Source="one.txt"/></Component>
      <Directory Id="D1" Name="opt">
        <Component Id="C2" Guid="8f1c9a51-3c8e-4d0a-9f61-2d3a7c1b5e02"><File Id="F2" Name="two.bin" Source="opt/two.bin"/></Component>
      </Directory>
    </Directory>
    <Feature Id="All" Level="1"><ComponentRef Id="C1"/><ComponentRef Id="C2"/></Feature>
  </Product>
</Wix>
`;
const HELP_PROJECT = '[OPTIONS]\nCompiled file=help.chm\nTitle=Mill\n\n[FILES]\none.txt\nopt/two.bin\n';

/** What a format does not hold of {@link smallOnes}, and the folder in which it has them. */
export const IMAGES: Readonly<
  Record<string, { lacks: readonly ('modes' | 'times' | 'folders')[]; root?: string }>
> = {
  arj: { lacks: ['modes'] },
  ar: { lacks: ['folders'] },
  chm: { lacks: ['modes', 'times'] },
  cramfs: { lacks: ['times'] },
  dmg: { lacks: [], root: 'FILES/' },
  ext: { lacks: [] },
  fat: { lacks: ['modes'] },
  msi: { lacks: ['modes'] },
  ntfs: { lacks: ['modes', 'times', 'folders'] },
  udf: { lacks: ['modes'] },
  qcow2: { lacks: ['modes'] },
  vdi: { lacks: [] },
  vhd: { lacks: ['modes'] },
  vhdx: { lacks: [] },
  vmdk: { lacks: [] },
};

/** Makes an image of the files in `small` for each format, by other programs than ours. */
export function makeImages(folder: string): void {
  const tree = join(folder, 'small');
  writeFileSync(join(folder, 'udf.py'), UDF_ALONE);
  writeFileSync(join(folder, 'project.hhp'), HELP_PROJECT);
  writeFileSync(join(folder, 'files.wxs'), INSTALLER);
  for (const [format, make] of Object.entries(MAKERS)) run('bash', ['-c', `${make} ../in.${format}`], tree);
  for (const [id, disk] of Object.entries(DISKS)) run('bash', ['-c', diskOf(id, disk)], folder);
}

/** One megabyte; a table for GPT is at the end too. */
const FIRST_SECTOR = 2_048;

function diskOf(
  id: string,
  { format, image, table }: { format: string; image: string; table?: string },
): string {
  const convert = `qemu-img convert -f raw -O ${format} raw in.${id}; rm raw`;
  if (!table) return `cp in.${image} raw; ${convert}`;
  const partition = `label: ${table}\n${FIRST_SECTOR},+\n`;
  const fill = `dd if=in.${image} of=raw bs=512 seek=${FIRST_SECTOR} conv=notrunc status=none`;
  return `truncate -s $((4 + $(du -m --apparent-size in.${image} | cut -f1)))M raw; printf '${partition}' | /usr/sbin/sfdisk -q raw; ${fill}; ${convert}`;
}
