import { useSyncExternalStore } from 'react'
import { createObservable } from '#shared/util/observable.ts'

/** `gone`: the host does not answer. `refused`: it does not accept this page's secret. */
type HostReach = 'ok' | 'gone' | 'refused'

const reach = createObservable<HostReach>('ok')

export const hostReach = reach.get
export const setHostReach = reach.set
/** Calls the listener on each change; returns its removal. */
export const onHostReach = reach.subscribe

/** Can the page call the host on this computer? In Electron's window always. */
export const useHostReach = (): HostReach => useSyncExternalStore(onHostReach, hostReach)
