import type { Conflict, Operation } from './plan.ts'
import { sameEntry, type Entry, type FileEntry } from './tree.ts'

/** What to do with one path. turning: one side made a folder of a file or the reverse; `side` has the old one, which goes first. */
export type Decision =
  | { kind: 'none' }
  | { kind: 'do'; operation: Operation }
  | { kind: 'turning'; side: 'local' | 'remote'; operation: Operation }
  | { kind: 'conflict'; conflict: Conflict }
  | { kind: 'clash' }

/** The rule for one path, from what stands in the base and on both sides (S1, S2, S10). */
export function decide(path: string, base?: Entry, local?: Entry, remote?: Entry): Decision {
  if (sameEntry(local, remote)) return agreed(path, base, local)
  if (!remote && local) return oneSided('local', path, base, local)
  if (!local && remote) return oneSided('remote', path, base, remote)
  if (!local || !remote) return { kind: 'none' }
  if (local.kind === 'file' && remote.kind === 'file') return twoVersions(path, base, local, remote)
  if (sameEntry(base, local)) {
    return { kind: 'turning', side: 'local', operation: { action: 'delete-local', path, expected: local } }
  }
  if (sameEntry(base, remote)) {
    return { kind: 'turning', side: 'remote', operation: { action: 'delete-remote', path, expected: remote } }
  }
  return { kind: 'clash' }
}

/** Both sides hold the same, or nothing. */
function agreed(path: string, base: Entry | undefined, both: Entry | undefined): Decision {
  if (sameEntry(base, both)) return { kind: 'none' }
  return { kind: 'do', operation: both ? { action: 'adopt', path, entry: both } : { action: 'forget', path } }
}

/** Only one side has it: the other deleted it, or it is new, or it was edited while the other deleted it (S10). */
function oneSided(side: 'local' | 'remote', path: string, base: Entry | undefined, entry: Entry): Decision {
  if (sameEntry(base, entry)) {
    return { kind: 'do', operation: { action: `delete-${side}`, path, expected: entry } }
  }
  const other = side === 'local' ? 'remote' : 'local'
  if (entry.kind === 'folder') return { kind: 'do', operation: { action: `make-${other}-folder`, path } }
  const action = side === 'local' ? 'upload' : 'download'
  return { kind: 'do', operation: { action, path, entry, expected: null } }
}

function twoVersions(path: string, base: Entry | undefined, local: FileEntry, remote: FileEntry): Decision {
  if (sameEntry(base, local)) {
    return { kind: 'do', operation: { action: 'download', path, entry: remote, expected: local } }
  }
  if (sameEntry(base, remote)) {
    return { kind: 'do', operation: { action: 'upload', path, entry: local, expected: remote } }
  }
  return { kind: 'conflict', conflict: { path, base: base?.kind === 'file' ? base : null, local, remote } }
}
