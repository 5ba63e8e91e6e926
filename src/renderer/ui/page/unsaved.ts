import { useEffect } from 'react'
import { createObservable } from '#shared/util/observable.ts'
import { usePage } from './page.ts'

interface Entry {
  page: string
  title: string
}

const entries = createObservable<ReadonlyMap<string, Entry>>(new Map())
const removeEntries = (drop: (id: string, entry: Entry) => boolean): void => {
  const remaining = new Map([...entries.get()].filter(([id, entry]) => !drop(id, entry)))
  if (remaining.size !== entries.get().size) entries.set(remaining)
}

/** All unsaved work of the window, also of hidden pages. */
export const unsavedWork = {
  subscribe: entries.subscribe,
  /** A map that is replaced only after a change. */
  all: entries.get,
  titles: (): string[] => [...entries.get().values()].map((entry) => entry.title),
  titlesOf: (page: string): string[] => [...entries.get().values()].filter((e) => e.page === page).map((e) => e.title),
  /** Called before a page is shown again, as its parts register again, and when it is closed. */
  forget: (page: string): void => removeEntries((_id, entry) => entry.page === page),
}

/**
 * Registers unsaved changes: closing the tab, the page or the window asks first.
 * @param key unique within the page, for example the file's path
 * @param title names the work in the question
 */
export function useUnsaved(key: string, title: string, dirty: boolean): void {
  const page = usePage()
  useEffect(() => {
    if (!dirty) return undefined
    const id = `${page.key} ${key}`
    entries.set(new Map([...entries.get(), [id, { page: page.key, title }]]))
    return () => {
      // Effects also end when the page is hidden; then its unsaved work stays registered.
      if (page.isActive()) removeEntries((each) => each === id)
    }
  }, [page, key, title, dirty])
}
