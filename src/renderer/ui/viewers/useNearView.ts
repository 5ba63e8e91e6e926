import { type RefCallback, useCallback, useState } from 'react'

/** Whether an element has been near the view, for content that is loaded only then. */
export function useNearView(): { ref: RefCallback<Element>; seen: boolean } {
  const [seen, setSeen] = useState(typeof IntersectionObserver === 'undefined')
  const ref = useCallback((element: Element | null) => {
    if (!element || typeof IntersectionObserver === 'undefined') return undefined
    const observer = new IntersectionObserver(
      (entries) => {
        if (!entries.some((entry) => entry.isIntersecting)) return
        setSeen(true)
        observer.disconnect()
      },
      { rootMargin: '200px' },
    )
    observer.observe(element)
    return () => observer.disconnect()
  }, [])
  return { ref, seen }
}
