import type { UploadedFile } from '#shared/contract/host.ts'

/** Most that are remembered: the first sync of a template may upload thousands of files. */
const MOST = 2000

/**
 * What the synced folder of this machine uploaded while the editor is open: tells a change by one's own editor from one
 * by somebody else.
 */
export class SyncedVersions {
  /** What the version took the place of, by file and version. */
  readonly #replaced = new Map<string, string>()

  /** @param folder the template's folder, with which the keys of files begin */
  add(folder: string, uploaded: readonly UploadedFile[]): void {
    for (const { path, hash, replaced } of uploaded) {
      if (replaced === null) continue
      const version = `${folder}/${path} ${hash}`
      this.#replaced.delete(version)
      this.#replaced.set(version, replaced)
    }
    for (const oldest of this.#replaced.keys()) {
      if (this.#replaced.size <= MOST) break
      this.#replaced.delete(oldest)
    }
  }

  /** Whether uploads of the synced folder alone lead from one version of a file to another; a merge over someone's does not. */
  leads(key: string, from: string, to: string): boolean {
    const seen = new Set<string>()
    for (let at: string | undefined = to; at !== undefined && !seen.has(at); at = this.#replaced.get(`${key} ${at}`)) {
      if (at === from) return true
      seen.add(at)
    }
    return false
  }
}
