/** A folder with more files than any plan takes need not be read to its end. */
const MAX_FILES = 2_000;
/** What systems leave in folders for themselves. */
const SYSTEM_FILES = /^(\.|Thumbs\.db$|desktop\.ini$)/i;

const fileOf = (entry: FileSystemFileEntry): Promise<File> =>
  new Promise((resolve, reject) => entry.file(resolve, reject));

/** The entries of a folder; a reader gives them in portions. */
async function childrenOf(folder: FileSystemDirectoryEntry): Promise<FileSystemEntry[]> {
  const reader = folder.createReader();
  const children: FileSystemEntry[] = [];
  for (;;) {
    const portion = await new Promise<FileSystemEntry[]>((resolve, reject) =>
      reader.readEntries(resolve, reject),
    );
    if (portion.length === 0) return children.sort((a, b) => a.name.localeCompare(b.name));
    children.push(...portion);
  }
}

async function collect(entry: FileSystemEntry, files: File[]): Promise<void> {
  if (files.length >= MAX_FILES) return;
  if (entry.isFile) files.push(await fileOf(entry as FileSystemFileEntry));
  else {
    for (const child of await childrenOf(entry as FileSystemDirectoryEntry)) {
      if (!SYSTEM_FILES.test(child.name)) await collect(child, files);
    }
  }
}

/**
 * The files of a drop or paste, those inside folders among them. A file that cannot be read is left out.
 *
 * @param data - only alive during its event: its items are taken before anything is waited for
 */
export async function filesOf(data: DataTransfer): Promise<readonly File[]> {
  const flat = [...data.files];
  const entries = [...data.items].flatMap((item) =>
    item.kind === 'file' ? (item.webkitGetAsEntry?.() ?? []) : [],
  );
  if (!entries.some(({ isDirectory }) => isDirectory)) return flat;
  const files: File[] = [];
  for (const entry of entries) await collect(entry, files).catch(() => undefined);
  return files;
}
