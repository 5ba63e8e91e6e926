import { useEffect, useEffectEvent } from 'react'
import type { HostEventName, HostEvents } from '#shared/contract/host.ts'
import { bridge } from './bridge.ts'

/** Runs `fn` for every event of that name while the component is shown. */
export function useHostEvent<E extends HostEventName>(event: E, fn: (payload: HostEvents[E]) => void): void {
  const latest = useEffectEvent(fn)
  useEffect(() => onHostEvent(event, (payload) => latest(payload)), [event])
}

/** Runs `fn` for every event of that name, also outside of React. Answers the way to stop. */
export const onHostEvent = <E extends HostEventName>(event: E, fn: (payload: HostEvents[E]) => void): (() => void) =>
  hostEvents((name, payload) => {
    if (name === event) fn(payload as HostEvents[E])
  })

type Listener = (event: HostEventName, payload: unknown) => void
const listeners = new Set<Listener>()
let stop: (() => void) | undefined

// One subscription for the whole page: the browser allows only six connections to the loopback host.
function hostEvents(listener: Listener): () => void {
  listeners.add(listener)
  stop ??= bridge().subscribe(({ event, payload }) => {
    for (const each of listeners) each(event, payload)
  })
  return () => {
    listeners.delete(listener)
    if (listeners.size > 0) return
    stop?.()
    stop = undefined
  }
}
