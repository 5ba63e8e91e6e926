import { readdir } from 'node:fs/promises'
import { childPath, type StorePath } from '#server/storage/path.ts'
import type { TemplateStore } from '#server/storage/templateStore.ts'

/** A store that remembers which paths were written through it, so that no change can be forgotten in the feed. */
export function recordingStore(store: TemplateStore): { store: TemplateStore; touched: StorePath[] } {
  const touched: StorePath[] = []
  return {
    touched,
    store: {
      ...store,
      async write(path, bytes) {
        const entry = await store.write(path, bytes)
        touched.push(entry.path)
        return entry
      },
      async adopt(path, source) {
        const entry = await store.adopt(path, source)
        touched.push(entry.path)
        return entry
      },
      async makeFolder(path) {
        await store.makeFolder(path)
        touched.push(path)
      },
      async rename(from, to) {
        const before = await store.stat(from)
        const undo = await store.rename(from, to)
        touched.push(before?.path ?? from, to)
        return undo
      },
      async trash(path) {
        const before = await store.stat(path)
        const undo = await store.trash(path)
        touched.push(before?.path ?? path)
        return undo
      },
      async merge(staging, into) {
        const names = await readdir(staging.dir)
        const undo = await store.merge(staging, into)
        for (const name of names) touched.push(childPath(into, name))
        return undo
      },
    },
  }
}
