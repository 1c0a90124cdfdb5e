/** Above any plan's limit: the rest of a larger folder is not read. */
const MAX_FILES = 2_000;
/** Files that operating systems put into folders. */
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
    // Deleted meanwhile, or not readable for the browser: takes the rest, and shows the user the name.
    unread.push(entry.name);
  }
}

/**
 * The files of a drop or paste, including those in folders, and the names of what cannot be read.
 *
 * @param data - valid only during its event: its items are read before the first await
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
