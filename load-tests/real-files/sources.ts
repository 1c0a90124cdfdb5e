/**
 * Where real files come from. Nothing is installed and nothing is kept in the repository; the licence of each Debian
 * package is read from its own copyright file when it is unpacked and written to the manifest.
 */

/** A package with sample files. */
export interface Source {
  readonly name: string;
  /** What it contains. */
  readonly gives: string;
  readonly licence: string;
}

/** Debian packages, unpacked by `dpkg-deb -x`. */
export const DEBIAN: readonly Source[] = [
  { name: 'sound-theme-freedesktop', gives: 'sounds (OGG)', licence: 'GPL-2+, CC-BY-SA' },
  { name: 'tuxpaint-data', gives: 'pictures and sounds', licence: 'GPL-2+' },
  { name: 'openclipart-svg', gives: 'drawings (SVG)', licence: 'public domain' },
  { name: 'gnome-backgrounds', gives: 'large pictures (JPEG, PNG, WebP)', licence: 'CC-BY-SA-3.0' },
  { name: 'desktop-base', gives: 'pictures and drawings', licence: 'GPL-2+' },
  { name: 'tango-icon-theme', gives: 'icons (PNG, SVG)', licence: 'public domain' },
  { name: 'gimp-data', gives: 'pictures and icons', licence: 'GPL-3+' },
  { name: 'inkscape-tutorials', gives: 'tutorials (SVG, HTML)', licence: 'GPL-2+' },
  { name: 'frozen-bubble-data', gives: 'music and pictures', licence: 'GPL-2' },
  { name: 'lbreakout2-data', gives: 'sounds (WAV) and pictures', licence: 'GPL-2+' },
  { name: 'gnome-audio', gives: 'sounds (WAV)', licence: 'public domain' },
  { name: 'pingus-data', gives: 'music, sounds and pictures', licence: 'GPL-3+' },
  { name: 'libreoffice-common', gives: 'templates, gallery and icons', licence: 'MPL-2.0' },
  { name: 'libreoffice-impress', gives: 'templates of presentations', licence: 'MPL-2.0' },
  { name: 'calibre', gives: 'quick start guides (EPUB), pictures', licence: 'GPL-3' },
  { name: 'r-cran-readxl', gives: 'spreadsheets (XLS, XLSX)', licence: 'MIT' },
  { name: 'libspreadsheet-parseexcel-perl', gives: 'spreadsheets', licence: 'Artistic or GPL-1+' },
  { name: 'gnumeric', gives: 'pictures and samples', licence: 'GPL-2' },
  { name: 'calligra-data', gives: 'templates (ODF) and pictures', licence: 'LGPL-2+' },
  { name: 'calligrawords-data', gives: 'templates of texts', licence: 'LGPL-2+' },
  { name: 'abiword-common', gives: 'templates and pictures', licence: 'GPL-2+' },
  { name: 'fonts-lato', gives: 'fonts (TTF)', licence: 'OFL-1.1' },
  { name: 'fonts-fork-awesome', gives: 'fonts (OTF, TTF, WOFF, WOFF2)', licence: 'OFL-1.1' },
  { name: 'fonts-font-awesome', gives: 'fonts of every packing', licence: 'OFL-1.1' },
  { name: 'fonts-opendyslexic', gives: 'fonts (OTF)', licence: 'Bitstream Vera' },
  { name: 'fonts-cantarell', gives: 'fonts (OTF)', licence: 'OFL-1.1' },
  { name: 'fonts-mathjax', gives: 'fonts (OTF, WOFF)', licence: 'Apache-2.0' },
  { name: 'debian-reference-en', gives: 'documentation (HTML, PDF, text)', licence: 'GPL-2+' },
  { name: 'debian-faq', gives: 'documentation (HTML, PDF, EPUB)', licence: 'GPL-2+' },
  { name: 'debian-policy', gives: 'documentation (HTML, PDF, EPUB)', licence: 'GPL-2+' },
  { name: 'developers-reference', gives: 'documentation (HTML, PDF, EPUB)', licence: 'GPL-2+' },
  { name: 'ghostscript-doc', gives: 'documentation (HTML, PDF)', licence: 'AGPL-3' },
  { name: 'gnuplot-doc', gives: 'documentation (PDF, HTML)', licence: 'gnuplot' },
  { name: 'texlive-fonts-recommended-doc', gives: 'documentation (PDF)', licence: 'LPPL and others' },
  { name: 'python-matplotlib-data', gives: 'fonts, pictures, tables', licence: 'PSF' },
  {
    name: 'forensics-samples-files',
    gives: 'video, sound, documents and archives',
    licence: 'CC-BY-SA, CC0, GPL-2+',
  },
  { name: 'sonic-pi-samples', gives: 'sound (FLAC)', licence: 'CC0, CC-BY-SA-4.0' },
];

/** Source archives of PyPI, for the samples beside their tests. */
export const PYPI: readonly Source[] = [
  { name: 'pillow', gives: 'pictures', licence: 'MIT-CMU' },
  { name: 'openpyxl', gives: 'spreadsheets', licence: 'MIT' },
  { name: 'python-docx', gives: 'texts (DOCX)', licence: 'MIT' },
  { name: 'python-pptx', gives: 'presentations (PPTX)', licence: 'MIT' },
  { name: 'xlrd', gives: 'spreadsheets (XLS)', licence: 'BSD-3-Clause' },
  { name: 'pypdf', gives: 'PDF', licence: 'BSD-3-Clause' },
  { name: 'mutagen', gives: 'sound and video', licence: 'GPL-2+' },
  { name: 'tinytag', gives: 'sound', licence: 'MIT' },
  { name: 'rarfile', gives: 'archives (RAR)', licence: 'ISC' },
  { name: 'py7zr', gives: 'archives (7Z)', licence: 'LGPL-2.1+' },
  { name: 'ezodf', gives: 'ODF', licence: 'MIT' },
  { name: 'docx2txt', gives: 'texts (DOCX)', licence: 'MIT' },
  { name: 'mammoth', gives: 'texts (DOCX)', licence: 'BSD-2-Clause' },
  { name: 'pikepdf', gives: 'PDF', licence: 'MPL-2.0' },
  { name: 'imageio', gives: 'pictures', licence: 'BSD-2-Clause' },
  { name: 'hachoir', gives: 'video, sound, documents and archives of old programs', licence: 'GPL-2' },
  { name: 'pymediainfo', gives: 'video and sound', licence: 'MIT' },
  { name: 'filetype', gives: 'one file of most formats', licence: 'MIT' },
  { name: 'olefile', gives: 'texts (DOC)', licence: 'BSD-2-Clause' },
  { name: 'oletools', gives: 'Office files (DOC, XLS, PPT, RTF, ODP)', licence: 'BSD-2-Clause' },
];

/** Packages of npm that ship samples. */
export const NPM: readonly Source[] = [
  { name: 'word-extractor', gives: 'texts (DOC, DOCX)', licence: 'MIT' },
  { name: 'pdf-parse', gives: 'PDF', licence: 'Apache-2.0' },
  { name: 'opentype.js', gives: 'fonts', licence: 'MIT' },
  { name: 'utif', gives: 'pictures (TIFF)', licence: 'MIT' },
  { name: 'exif-js', gives: 'photographs (JPEG)', licence: 'MIT' },
  { name: 'audio-lena', gives: 'sound of every packing', licence: 'MIT' },
  { name: 'ebml', gives: 'video (WebM)', licence: 'MIT' },
  { name: 'mux.js', gives: 'parts of streams (MP4, AAC)', licence: 'Apache-2.0' },
];

/** Folders of this machine itself: files that its packages installed. */
export const FOLDERS = ['/usr/share', '/usr/lib/libreoffice', '/usr/lib/python3'];
