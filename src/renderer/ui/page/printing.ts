import { useSyncExternalStore } from 'react'
import { flushSync } from 'react-dom'
import { createObservable } from '#shared/util/observable.ts'

const media = matchMedia('print')
const printing = createObservable(media.matches)

// The sheets are drawn right after these are told.
const tell = (on: boolean): void => flushSync(() => printing.set(on))
addEventListener('beforeprint', () => tell(true))
addEventListener('afterprint', () => tell(false))
media.addEventListener('change', ({ matches }) => tell(matches))

/** Is the view being put on paper, or into a PDF? Then nothing of it is left to scrolling. */
export const usePrinting = (): boolean => useSyncExternalStore(printing.subscribe, printing.get)
