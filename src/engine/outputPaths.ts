/** What stands in the way of a page: a file of its name, or a folder where it would need a file or the other way round. */
export interface Clash<Owner> {
  owner: Owner
  kind: 'same' | 'folder' | 'reserved'
}

/**
 * The files of a site while it is planned: no two with one name, and none that is a folder at once. Some disks don't tell upper from
 * lower case.
 */
export class OutputPaths<Owner> {
  readonly #files = new Map<string, Owner>()
  readonly #folders = new Map<string, Owner>()
  readonly #reserved = new Map<string, Owner>()

  /** A file that is there anyway; a page may replace it (`replaces` of add), but not be a folder of its name. */
  reserve(path: string, owner: Owner): void {
    const key = path.toLowerCase()
    this.#reserved.set(key, owner)
    this.#takeFolders(key, owner)
  }

  /** Takes the place, or tells whose it is. */
  add(path: string, owner: Owner, replaces: boolean): Clash<Owner> | null {
    const key = path.toLowerCase()
    const clash = this.#clashOf(key, replaces)
    if (clash) return clash
    this.#files.set(key, owner)
    this.#takeFolders(key, owner)
    return null
  }

  #clashOf(key: string, replaces: boolean): Clash<Owner> | null {
    const same = this.#files.get(key)
    if (same !== undefined) return { owner: same, kind: 'same' }
    const inside = this.#folders.get(key)
    if (inside !== undefined) return { owner: inside, kind: 'folder' }
    const reserved = this.#reserved.get(key)
    if (reserved !== undefined && !replaces) return { owner: reserved, kind: 'reserved' }
    for (const folder of foldersOf(key)) {
      // What is known as a folder is no file, and neither is any folder above it.
      if (this.#folders.has(folder)) break
      const file = this.#files.get(folder) ?? this.#reserved.get(folder)
      if (file !== undefined) return { owner: file, kind: 'folder' }
    }
    return null
  }

  #takeFolders(key: string, owner: Owner): void {
    for (const folder of foldersOf(key)) {
      if (this.#folders.has(folder)) break
      this.#folders.set(folder, owner)
    }
  }
}

/** `a/b/c.html` → `a/b`, `a`. */
function* foldersOf(path: string): Generator<string> {
  for (let at = path.lastIndexOf('/'); at > 0; at = path.lastIndexOf('/', at - 1)) yield path.slice(0, at)
}
