import { type RefObject, useEffect, useEffectEvent } from 'react'
import { pastedFiles } from './dropped.ts'

interface Zone {
  root: RefObject<HTMLElement | null>
  take: (files: File[]) => void
}

/** Zones that take what is pasted; the last one is in front. */
const zones: Zone[] = []

/** The zone that a paste is for: the innermost one around the focus, else the foremost. */
const zoneOf = (target: EventTarget | null): Zone | undefined =>
  zones.findLast(({ root }) => target instanceof Node && root.current?.contains(target)) ?? zones.at(-1)

function onPaste(event: ClipboardEvent): void {
  const files = pastedFiles(event.clipboardData)
  // Text that comes along with a picture belongs to the field that has the focus.
  const typing = event.target instanceof Element && event.target.matches('input, textarea, [contenteditable="true"]')
  if (files.length === 0 || (typing && event.clipboardData?.types.includes('text/plain'))) return
  event.preventDefault()
  zoneOf(event.target)?.take(files)
}

interface Options {
  root: RefObject<HTMLElement | null>
  enabled: boolean
  onFiles: (files: File[]) => void
}

/** Files and images that are pasted while this is the foremost part of the page that takes them. */
export function usePaste({ root, enabled, onFiles }: Options): void {
  const take = useEffectEvent(onFiles)
  useEffect(() => {
    if (!enabled) return undefined
    const zone: Zone = { root, take: (files) => take(files) }
    if (zones.length === 0) document.addEventListener('paste', onPaste)
    zones.push(zone)
    return () => {
      zones.splice(zones.indexOf(zone), 1)
      if (zones.length === 0) document.removeEventListener('paste', onPaste)
    }
  }, [root, enabled])
}
