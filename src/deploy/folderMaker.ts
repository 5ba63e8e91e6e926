import { posix } from 'node:path'

/** Creates each folder of a target once, parents first; folders are known by their path from the root. */
export class FolderMaker {
  readonly #makeOne: (folder: string) => Promise<void>
  readonly #known = new Map<string, Promise<void>>()

  /** @param makeOne creates one folder whose parent exists; a folder that exists is no error */
  constructor(makeOne: (folder: string) => Promise<void>) {
    this.#makeOne = makeOne
  }

  /** Creates a folder and its parents. Calls for the same folder at the same time share one request. */
  make(folder: string): Promise<void> {
    if (folder === '.') return Promise.resolve()
    const known = this.#known.get(folder)
    if (known) return known
    const made = this.make(posix.dirname(folder)).then(() => this.#makeOne(folder))
    this.#known.set(folder, made)
    made.catch(() => this.#known.delete(folder))
    return made
  }

  has(folder: string): boolean {
    return this.#known.has(folder)
  }

  /** Forgets a folder that was removed. */
  forget(folder: string): void {
    this.#known.delete(folder)
  }

  /** The folders that exist or are being created. */
  folders(): Iterable<string> {
    return this.#known.keys()
  }
}
