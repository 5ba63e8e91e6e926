import { useSyncExternalStore } from 'react'
import { createObservable } from '#shared/util/observable.ts'

/** `gone`: the host on this computer does not answer. `refused`: it does not take this page for its own. */
export type HostReach = 'ok' | 'gone' | 'refused'

const reach = createObservable<HostReach>('ok')

export const hostReach = reach.get
export const setHostReach = reach.set
/** Answers the way to stop. */
export const onHostReach = reach.subscribe

/** Can the page call the host on this computer? In Electron's window always. */
export const useHostReach = (): HostReach => useSyncExternalStore(onHostReach, hostReach)
