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

/** What a drop or paste gave. */
export interface Dropped {
  readonly files: readonly File[];
  /** Names of the files and folders that could not be read. */
  readonly unread: readonly string[];
}

async function collect(entry: FileSystemEntry, files: File[], unread: string[]): Promise<void> {
  if (files.length >= MAX_FILES) return;
  try {
    if (entry.isFile) files.push(await fileOf(entry as FileSystemFileEntry));
    else {
      for (const child of await childrenOf(entry as FileSystemDirectoryEntry)) {
        if (!SYSTEM_FILES.test(child.name)) await collect(child, files, unread);
      }
    }
  } catch {
    // Deleted meanwhile, or not the browser's to read: the rest is taken, and the user is told the name.
    unread.push(entry.name);
  }
}

/**
 * The files of a drop or paste, those inside folders among them, and what of the folders cannot be read.
 *
 * @param data - only alive during its event: its items are taken before anything is waited for
 */
export async function filesOf(data: DataTransfer): Promise<Dropped> {
  const flat = [...data.files];
  const entries = [...data.items].flatMap((item) =>
    item.kind === 'file' ? (item.webkitGetAsEntry?.() ?? []) : [],
  );
  if (!entries.some(({ isDirectory }) => isDirectory)) return { files: flat, unread: [] };
  const files: File[] = [];
  const unread: string[] = [];
  for (const entry of entries) await collect(entry, files, unread);
  return { files, unread };
}
