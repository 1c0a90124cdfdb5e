/**
 * Debian's packages by what needs them: this machine takes them all, a container image its own groups.
 * LibreOffice is the full one: the -nogui packages lack files that Calc needs.
 */
export const PACKAGES = {
  postgres: ['postgresql-15'],
  redis: ['redis-server'],
  jail: ['bubblewrap', 'util-linux'],
  fonts: [
    'fonts-liberation',
    'fonts-dejavu',
    'fonts-noto-core',
    'fonts-noto-cjk',
    'fonts-noto-color-emoji',
    // Emoji as outlines, for LibreOffice.
    'fonts-symbola',
    'fonts-crosextra-carlito',
    'fonts-crosextra-caladea',
  ],
  'worker-image': [
    'ffmpeg',
    'libvips-tools',
    'libjpeg62-turbo',
    'libtiff6',
    'libwebp7',
    'libwebpmux3',
    'djvulibre-bin',
    'libraw-bin',
    // Pack pictures better, pixel by pixel the same.
    ...['jpegoptim', 'optipng', 'gifsicle'],
    // Traces pictures.
    'potrace',
    // Makes PostScript of them.
    'poppler-utils',
    // Joins PDFs, here those of several pictures.
    'qpdf',
  ],
  // The second holds the encoders of AMR; two play MIDI; the last packs the pictures of a film.
  'worker-media': ['ffmpeg', 'libavcodec-extra', 'fluidsynth', 'timgm6mb-soundfont', 'zip'],
  'worker-document': [
    'poppler-utils',
    'qpdf',
    'libarchive-tools',
    'p7zip-full',
    // Packs better what stays the same: streams, PNG and JPEG.
    'libdeflate-tools',
    'optipng',
    'jpegoptim',
    // RAR: solid ones before RAR 5, and those of RAR 2, which libarchive does not read.
    'unar',
    // Packed tars, and images of discs.
    'zstd',
    'lz4',
    'xz-utils',
    'lzip',
    'lzop',
    'ncompress',
    'xorriso',
    // Old formats of subtitles.
    'ffmpeg',
    'calibre',
    'pandoc',
    // Reads AsciiDoc, also in the tests.
    'asciidoctor',
    // Lists of references.
    'bibutils',
    // Messages, also of Outlook; calibre has the other two as well.
    'libemail-outlook-message-perl',
    'libemail-address-perl',
    'python3-html5-parser',
    'python3-lxml',
    // XPS, and the second reader of the tests.
    'mupdf-tools',
    // The browser without windows: a third of the time to start, and no toolkit of windows.
    'chromium-headless-shell',
    'python3-fonttools',
    // What fontTools takes instead of SciPy, which would bring a compiler.
    'python3-munkres',
    'python3-brotli',
    // Fonts that are described in text, from and to OpenType.
    'python3-ufo2ft',
    'python3-ufo-extractor',
    // Writes DXF.
    'python3-ezdxf',
    'woff2',
    'libfreetype6',
    'libreoffice-writer',
    'libreoffice-calc',
    'libreoffice-impress',
    'libreoffice-draw',
  ],
  // What makes and opens the files of tests.
  tests: [
    // Writes MIDI.
    'abcmidi',
    'cpio',
    // Reads Apple's disk images.
    'dmg2img',
    'eot-utils',
    'gcab',
    'icnsutils',
    'jlha-utils',
    // Makes and reads installers of Windows.
    'msitools',
    'wixl',
    'rpm',
    'squashfs-tools',
    'wimtools',
    // Readers of markups that are not pandoc.
    'cmark-gfm',
    'docbook-xsl-ns',
    'docbook5-xml',
    'dokuwiki',
    'libtext-wikicreole-perl',
    'libxml2-utils',
    'mandoc',
    // DokuWiki wants a PHP; this one brings no web server.
    'php-cgi',
    'php-cli',
    'python3-docutils',
    'python3-mwparserfromhell',
    'python3-nbformat',
    'python3-pylatexenc',
    'python3-textile',
    'ruby-org',
    'texinfo',
    'txt2tags',
    'xsltproc',
    'zim',
    'dav1d',
    'musepack-tools',
    // Writes DSDIFF.
    'wavpack',
    'python3-bson',
    'python3-dbfread',
    'python3-cbor2',
    'python3-msgpack',
    'python3-srt',
    'python3-webvtt',
    'python3-yaml',
    'ghostscript',
    'librsvg2-bin',
    'arj',
    'binutils',
    'dosfstools',
    'e2fsprogs',
    'fdisk',
    'fp-utils-3.2.2',
    'genisoimage',
    'mtools',
    'ntfs-3g',
    'qemu-utils',
    'abiword',
    // Readers of lists of references, and of books of Microsoft Reader.
    'python3-bibtexparser',
    'convlit',
    'gnumeric',
    'webp',
    'icoutils',
    'libjxl-tools',
    'libnvtt-bin',
    'openimageio-tools',
    'python3-pil',
    // Reader of compound files.
    'python3-olefile',
    // Readers of metafiles that are not LibreOffice.
    'emf2svg',
    'libwmf-bin',
    // Its example is a raw photo of a Canon 30D.
    'rawtran-doc',
    'fonts-urw-base35',
    // Writes and reads UFO, reads SVG fonts; and such a font of another maker.
    'fontforge-nox',
    'fonts-glyphicons-halflings',
    // Sets text with the kerning and ligatures of a font.
    'libharfbuzz-bin',
    // Writes BDF.
    'otf2bdf',
    't1utils',
  ],
  // To compile the native programs.
  native: [
    'gcc',
    'g++',
    'libc6-dev',
    'libjpeg62-turbo-dev',
    'libtiff-dev',
    'libwebp-dev',
    'libreofficekit-dev',
    'libreoffice-dev',
  ],
} as const satisfies Record<string, readonly string[]>;

// `node debian-packages.ts <group>…` prints the packages of these groups, for the builds of images.
if (process.argv[1] === import.meta.filename) {
  const groups = new Map<string, readonly string[]>([...Object.entries(PACKAGES), ['init', ['tini']]]);
  const names = process.argv.slice(2).flatMap((name) => {
    const group = groups.get(name);
    if (!group) throw new Error(`There is no group of packages named ${name}`);
    return group;
  });
  console.log(names.join(' '));
}
