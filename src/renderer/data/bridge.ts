import type { Bridge } from '#shared/contract/bridge.ts'
import { loopbackBridge } from './loopbackBridge.ts'

declare global {
  interface Window {
    /** Set by Electron's preload; absent in the browser host. */
    sitecraft?: Bridge<File>
  }
}

let current: Bridge<File> | undefined

/** The connection to the host: Electron's preload, or the browser host over loopback HTTP. */
export function bridge(): Bridge<File> {
  current ??= window.sitecraft ?? loopbackBridge()
  return current
}

/** Replaces the bridge in tests. */
export function setBridge(next: Bridge<File>): void {
  current = next
}

/** Whether the page is in Electron's window and not in a browser tab. */
export const inElectron = (): boolean => window.sitecraft !== undefined
