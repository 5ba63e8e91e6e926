import { sameEntry, type FileEntry } from '../core/tree.ts'
import { recordAgreed, storeBaseText, type Session } from './context.ts'

/**
 * Uploads the bytes in `temp`. The upload is recorded until the server responds, so that a lost response leads to no
 * conflict when the file changes locally meanwhile.
 */
export async function uploadFile(
  session: Session,
  path: string,
  file: { temp: string; entry: FileEntry },
  expected: FileEntry | null,
): Promise<void> {
  const { temp, entry } = file
  await storeBaseText(session, entry, temp)
  session.store.pendingUploads.add(path, entry)
  await session.remote.put(path, { file: temp, entry }, expected, session.signal)
  recordUploaded(session, path, entry, expected)
}

/** Records that the server has stored the file. */
export function recordUploaded(session: Session, path: string, entry: FileEntry, expected: FileEntry | null): void {
  session.uploaded.push({ path, hash: entry.sha256, replaced: expected?.sha256 ?? null })
  recordAgreed(session, path, entry)
}

/**
 * If an upload lost its response but the server now has its content, both sides held that content: it becomes the base
 * and is not treated as another person's edit.
 */
export function settlePendingUploads({ store, trees, clock, uploaded }: Session): void {
  for (const [path, entries] of store.pendingUploads.all()) {
    const [there, base] = [trees.get('remote', path), trees.get('base', path)]
    const taken = entries.find((entry) => sameEntry(entry, there))
    if (taken) {
      if (!sameEntry(taken, base)) {
        uploaded.push({ path, hash: taken.sha256, replaced: base?.kind === 'file' ? base.sha256 : null })
      }
      store.recordAgreed(path, taken, clock.now())
    }
    // While the server still has the base, the upload may yet arrive, so its record stays.
    else if (!sameEntry(there, base)) store.pendingUploads.remove(path)
  }
}
