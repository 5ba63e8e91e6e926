import { useEffect, useEffectEvent } from 'react'
import type { HostEventName, HostEvents } from '#shared/contract/host.ts'
import { createEmitter } from '#shared/util/observable.ts'
import { bridge } from './bridge.ts'

/** Runs `fn` for each event of that name while the component is mounted. */
export function useHostEvent<E extends HostEventName>(event: E, fn: (payload: HostEvents[E]) => void): void {
  const latest = useEffectEvent(fn)
  useEffect(() => onHostEvent(event, (payload) => latest(payload)), [event])
}

/** Runs `fn` for each event of that name, also outside of React. Returns a function that stops it. */
export const onHostEvent = <E extends HostEventName>(event: E, fn: (payload: HostEvents[E]) => void): (() => void) =>
  hostEvents((name, payload) => {
    if (name === event) fn(payload as HostEvents[E])
  })

const events = createEmitter<[event: HostEventName, payload: unknown]>()
let stop: (() => void) | undefined

// One subscription for the whole page: the browser allows only six connections to the loopback host.
function hostEvents(listener: (event: HostEventName, payload: unknown) => void): () => void {
  const off = events.on(listener)
  stop ??= bridge().subscribe(({ event, payload }) => events.emit(event, payload))
  return () => {
    off()
    if (events.size() > 0) return
    stop?.()
    stop = undefined
  }
}
