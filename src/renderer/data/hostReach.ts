import { useSyncExternalStore } from 'react'
import { createObservable } from '#shared/util/observable.ts'

/** `gone`: the host does not answer. `refused`: it does not accept this page's secret. */
type HostReach = 'ok' | 'gone' | 'refused'

/** Why the host on this computer can't be called (browser host only; Electron's window ends with its program). */
export const HOST_UNREACHABLE: Readonly<Record<Exclude<HostReach, 'ok'>, string>> = {
  gone: '本机的站匠服务没有响应，可能已退出。请重新启动站匠，并打开新的打开地址',
  refused: '页面的访问凭据已失效（站匠已重新启动）。请打开启动站匠时显示的新地址',
}

const reach = createObservable<HostReach>('ok')

export const hostReach = reach.get
export const setHostReach = reach.set
/** Calls the listener on each change; returns its removal. */
export const onHostReach = reach.subscribe

/** Whether the page can call the host on this computer; always `ok` in Electron's window. */
export const useHostReach = (): HostReach => useSyncExternalStore(onHostReach, hostReach)
