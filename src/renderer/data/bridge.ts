import type { Bridge } from '#shared/contract/bridge.ts'
import { loopbackBridge } from './loopbackBridge.ts'

declare global {
  interface Window {
    /** Put there by Electron's preload; absent in the browser host. */
    sitecraft?: Bridge<File>
  }
}

let current: Bridge<File> | undefined

/** The way to the host: Electron's preload where there is one, else the browser host over loopback HTTP. */
export function bridge(): Bridge<File> {
  current ??= window.sitecraft ?? loopbackBridge()
  return current
}

/** Puts another bridge in place (tests). */
export function setBridge(next: Bridge<File>): void {
  current = next
}

/** Is the page in Electron's window, and not in a browser tab? */
export const inElectron = (): boolean => window.sitecraft !== undefined
