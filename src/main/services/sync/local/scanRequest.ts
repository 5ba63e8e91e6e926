import type { FileEntry } from '../core/tree.ts'
import { MAX_SMALL_FILE_BYTES, type FoundEntry } from './folderJobs.ts'

/** What the next scan covers. Paths are names on the disk. */
export type ScanRequest =
  | {
      kind: 'named'
      paths: Set<string>
      /** Folders that were read before their watch started. */
      folders: Set<string>
    }
  /** isDeep: files that look unchanged are read too (S1). */
  | { kind: 'all'; isDeep: boolean }

/** Beyond this many hints the system may have dropped some, so the whole tree is scanned. */
const MAX_HINTS = 2000

const NOTHING = (): ScanRequest => ({ kind: 'named', paths: new Set(), folders: new Set() })

/** Collects hints until the next scan. */
export class ScanRequests {
  #next: ScanRequest = { kind: 'all', isDeep: false }

  /** '' is the root, which requests a full scan. */
  addPath(disk: string): void {
    if (disk === '') this.addAll()
    if (this.#next.kind === 'all') return
    this.#next.paths.add(disk)
    if (this.#next.paths.size >= MAX_HINTS) this.addAll()
  }

  addFolder(disk: string): void {
    if (disk === '') this.addAll()
    else if (this.#next.kind === 'named') this.#next.folders.add(disk)
  }

  addAll(isDeep = false): void {
    this.#next = { kind: 'all', isDeep: isDeep || (this.#next.kind === 'all' && this.#next.isDeep) }
  }

  /** The folder is about to be read with everything below it. */
  removeFoldersBelow(top: string): void {
    if (this.#next.kind === 'all') return
    for (const folder of this.#next.folders)
      if (top === '' || folder === top || folder.startsWith(`${top}/`)) this.#next.folders.delete(folder)
  }

  isEmpty(): boolean {
    return this.#next.kind === 'named' && this.#next.paths.size === 0 && this.#next.folders.size === 0
  }

  isAll(): boolean {
    return this.#next.kind === 'all'
  }

  /** The request for the scan that begins; later hints are for the next scan. */
  drain(): ScanRequest {
    const request = this.#next
    this.#next = NOTHING()
    return request
  }
}

/** What a scan does with the content of a file. */
export type ContentStep =
  | { kind: 'unchanged' }
  /** Possibly still being written (S6). */
  | { kind: 'unsettled'; settlesIn: number }
  /** The content was read together with the file. */
  | { kind: 'changed'; entry: FileEntry }
  /** Too large to be read together with the others. */
  | { kind: 'hash' }

/** @param isKnown the file's stamp equals that of its last hash */
export function contentStep(found: FoundEntry, isKnown: boolean, isDeep: boolean, settleMs: number): ContentStep {
  const { sha256, size, age } = found
  if (isKnown && sha256 === '' && !(isDeep && size > MAX_SMALL_FILE_BYTES)) return { kind: 'unchanged' }
  if (sha256 !== '') return { kind: 'changed', entry: { kind: 'file', sha256, size } }
  if (age >= 0 && age < settleMs) return { kind: 'unsettled', settlesIn: settleMs - age + 1 }
  return { kind: 'hash' }
}
