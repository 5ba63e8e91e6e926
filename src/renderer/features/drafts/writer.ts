import { useEffect } from 'react'
import { usePage } from '#renderer/ui/page/page.ts'
import { unsavedWork } from '#renderer/ui/page/unsaved.ts'

/** Locks end with their window, also when it crashes. Old browsers and tests without one have no other windows. */
const locks = (): LockManager | undefined => ('locks' in navigator ? navigator.locks : undefined)
const PREFIX = 'sitecraft draft '

/** Names of the drafts of all forms that are open in any window. */
export async function findOpenWriters(): Promise<ReadonlySet<string>> {
  const { held = [] } = (await locks()?.query()) ?? {}
  const names = held.flatMap(({ name }) => (name?.startsWith(PREFIX) ? name.slice(PREFIX.length) : []))
  return new Set(names)
}

/** Tells all windows that this form is open, so that none of them offers its draft. */
function reserveName(writer: string): () => void {
  let release = (): void => undefined
  const released = new Promise<void>((resolve) => (release = resolve))
  void locks()?.request(PREFIX + writer, () => released)
  return release
}

/**
 * Reserves the name of a form's draft, and of the one that it continues, while the form exists, also while its page is
 * hidden with unsaved work.
 */
export function useWriter(writer: string, adopted: string | undefined): void {
  const page = usePage()
  useEffect(() => {
    const releases = [writer, adopted].flatMap((name) => (name ? reserveName(name) : []))
    const release = (): void => releases.forEach((end) => end())
    return () => {
      if (page.isActive() || unsavedWork.titlesOf(page.key).length === 0) return release()
      const stop = unsavedWork.subscribe(() => {
        if (unsavedWork.titlesOf(page.key).length > 0) return
        stop()
        release()
      })
    }
  }, [writer, adopted, page])
}
