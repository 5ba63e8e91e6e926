import { EventEmitter } from 'node:events'
import fs, { type FSWatcher } from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import { join } from 'node:path'

type Listener = (event: string, name: string | null) => void

const watchOne = fs.watch

/** One watch for everything below a folder, told by path, as macOS and Windows have it. Made of one watch for each folder. */
class RecursiveWatcher extends EventEmitter {
  readonly #root: string
  readonly #watchers = new Map<string, FSWatcher>()

  constructor(root: string) {
    super()
    this.#root = root
    this.#follow('')
  }

  #follow(folder: string): void {
    if (this.#watchers.has(folder)) return
    try {
      const watcher = watchOne(join(this.#root, folder), (event, name) => this.#tell(event, folder, name))
      // A folder that is removed fails here; the one above tells of it.
      watcher.on('error', () => this.#forget(folder))
      this.#watchers.set(folder, watcher)
      for (const entry of fs.readdirSync(join(this.#root, folder), { withFileTypes: true }))
        if (entry.isDirectory()) this.#follow(join(folder, entry.name))
    } catch (error) {
      if (folder === '') throw error
    }
  }

  #forget(folder: string): void {
    for (const [each, watcher] of this.#watchers)
      if (each === folder || each.startsWith(`${folder}/`)) {
        watcher.close()
        this.#watchers.delete(each)
      }
  }

  #tell(event: string, folder: string, name: string | null): void {
    if (name === null) return
    const path = join(folder, name)
    if (event === 'rename') {
      this.#forget(path)
      if (fs.lstatSync(join(this.#root, path), { throwIfNoEntry: false })?.isDirectory()) this.#follow(path)
    }
    this.emit('change', event, path)
  }

  close(): void {
    for (const watcher of this.#watchers.values()) watcher.close()
    this.#watchers.clear()
    this.emit('close')
  }
  ref(): this {
    for (const watcher of this.#watchers.values()) watcher.ref()
    return this
  }
  unref(): this {
    for (const watcher of this.#watchers.values()) watcher.unref()
    return this
  }
}

/** Node's own recursive watch on Linux loses a file that is replaced by a rename, which no other system does. */
export function watchAsElsewhere(): void {
  const watch = (path: string, options?: { recursive?: boolean } | Listener, listener?: Listener): FSWatcher => {
    const given = typeof options === 'object' ? options : {}
    if (!given.recursive) return watchOne(path, options as never, listener as never)
    const watcher = new RecursiveWatcher(path)
    if (listener) watcher.on('change', listener)
    return watcher
  }
  Object.assign(fs, { watch })
  syncBuiltinESMExports()
}
