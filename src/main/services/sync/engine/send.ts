import { sameEntry, type FileEntry } from '../core/tree.ts'
import { agree, storeBaseText, type Session } from './context.ts'

/**
 * Sends a file whose bytes stand in `temp`. What is on its way is remembered until the server has answered: a lost answer
 * must not make a conflict of it when the file changes here meanwhile.
 */
export async function send(
  session: Session,
  path: string,
  file: { temp: string; entry: FileEntry },
  expected: FileEntry | null,
): Promise<void> {
  const { temp, entry } = file
  await storeBaseText(session, entry, temp)
  session.store.sending.add(path, entry)
  await session.remote.put(path, { file: temp, entry }, expected, session.signal)
  sent(session, path, entry, expected)
}

/** The server has taken it. */
export function sent(session: Session, path: string, entry: FileEntry, expected: FileEntry | null): void {
  session.uploaded.push({ path, hash: entry.sha256, replaced: expected?.sha256 ?? null })
  agree(session, path, entry)
}

/** What was sent without an answer and stands on the server now is what both sides held: the base, not somebody's edit. */
export function settleSent({ store, trees, clock, uploaded }: Session): void {
  for (const [path, entries] of store.sending.all()) {
    const [there, base] = [trees.get('remote', path), trees.get('base', path)]
    const taken = entries.find((entry) => sameEntry(entry, there))
    if (taken) {
      if (!sameEntry(taken, base)) {
        uploaded.push({ path, hash: taken.sha256, replaced: base?.kind === 'file' ? base.sha256 : null })
      }
      store.agree(path, taken, clock.now())
    }
    // While the server still holds the base, the upload may yet arrive, so its record stays.
    else if (!sameEntry(there, base)) store.sending.forget(path)
  }
}
