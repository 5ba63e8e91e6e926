import { useEffect, useSyncExternalStore } from 'react'
import { createObservable } from '#shared/util/observable.ts'
import { usePage } from './page.ts'

const titles = createObservable<ReadonlyMap<string, string>>(new Map())

/** The title that the page at an address gave itself; undefined for none. */
export const useTitleOf = (path: string): string | undefined =>
  useSyncExternalStore(titles.subscribe, titles.get).get(path)

/** Gives the page's tab a title of its own while the page is rendered; '' for the screen's title. */
export function useOwnTitle(title: string): void {
  const path = usePage().key
  useEffect(() => {
    const change = (next: string): void => {
      const all = new Map(titles.get())
      if (next === '') all.delete(path)
      else all.set(path, next)
      titles.set(all)
    }
    change(title)
    return () => change('')
  }, [path, title])
}
