import { useSyncExternalStore } from 'react'
import { flushSync } from 'react-dom'
import { createObservable } from '#shared/util/observable.ts'

const media = matchMedia('print')
const printing = createObservable(media.matches)

// The print layout is rendered right after these events, so the update is synchronous.
const setPrinting = (on: boolean): void => flushSync(() => printing.set(on))
addEventListener('beforeprint', () => setPrinting(true))
addEventListener('afterprint', () => setPrinting(false))
media.addEventListener('change', ({ matches }) => setPrinting(matches))

/** Whether the view is being printed or saved as a PDF, and must show everything without scrolling. */
export const usePrinting = (): boolean => useSyncExternalStore(printing.subscribe, printing.get)
