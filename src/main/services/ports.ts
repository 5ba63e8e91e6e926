import type { Readable } from 'node:stream'
import type { Outgoing } from './network/outgoing.ts'
import type { JumpTarget, DesktopState } from '#shared/contract/host.ts'
import type { KeychainModuleName } from '#shared/contract/keychain.ts'

/** Interfaces between the services and each host. Fakes in tests/fakes implement the same. */

/** The operating system's keychain. An operation may wait until a person unlocks it. */
export interface SecretStore {
  /** Resolves when a written secret can be read again. @throws AppError with a message that names the remedy */
  connect(): Promise<void>
  /** The module that accesses the keychain; '' for none. */
  module(): Promise<KeychainModuleName | ''>
  /** null: the keychain has no such entry. */
  get(account: string): Promise<string | null>
  set(account: string, secret: string): Promise<void>
  clear(account: string): Promise<void>
}

export interface Dialogs {
  /** false in the browser host: the page shows its own chooser over the folders.* operations. */
  readonly native: boolean
  /** Absolute path, or null when the user cancels. */
  chooseFolder(): Promise<string | null>
  /** Absolute path to save to, or null. */
  chooseSaveFile(suggestedName: string): Promise<string | null>
}

export interface Shell {
  /** https only; the caller has checked the allow-list. */
  openExternal(url: string): Promise<void>
  revealFolder(path: string): Promise<void>
}

export interface Notifier {
  /**
   * Shows a system notification; false when the system has none or did not show it.
   * @param href page address that a click opens; '' for none
   */
  notify(title: string, body: string, href: string): Promise<boolean>
  /** 0..1, or null for none. */
  progress(value: number | null): void
}

/** The parts of the program outside its windows: tray, badge, task bar, dock. */
export interface DesktopIntegration {
  show(state: DesktopState): void
  /** Shows links to pages of the program in the task bar or dock. */
  places(places: readonly JumpTarget[]): void
}

/** Windows of the program that show one page each. */
export interface PageWindows {
  /** Opens a window. @param id names the window to its page @param path address of the page */
  open(id: string, path: string): void
  /** Brings the main window to the front at this address. */
  showMainWindow(path: string): void
}

/** Drags files from a window of the program to another program. */
export interface Dragger {
  /**
   * Starts a drag while the mouse button is pressed; false: no window is in front. @param paths absolute; at least one
   */
  start(paths: readonly string[]): boolean
}

export interface Clock {
  now(): Date
}

/** A server process that this host started. */
export interface BackendProcess {
  readonly pid: number | undefined
  /** Resolves with the exit code after the process has ended and all its lines were delivered. */
  readonly exited: Promise<number | null>
  /** Adds a listener for lines of its output. */
  onLine(listener: (line: string) => void): void
  /** Asks the process to finish its work and exit; it is killed after a timeout. */
  stop(): void
}

/** Starts the server entry in its own process: Electron's utilityProcess, or a child process. */
export interface BackendLauncher {
  launch(args: readonly string[], env: Readonly<Record<string, string>>): BackendProcess
}

/** The browser host's loopback addresses for files that the page downloads; Electron has none. */
export interface LocalLinks {
  /** Returns a one-time loopback address from which the page downloads the stream of `open` as a file of that name. */
  publish(source: { name: string; open: () => Promise<{ stream: Readable; size: number | null }> }): string
}

/** CPU and memory of a process of this program. */
export interface ProcessUse {
  name: string
  pid: number
  /** Percent of one processor since the last measurement; null where the system doesn't report it. */
  cpu: number | null
  /** Bytes; null where the system doesn't report it. */
  memory: number | null
}

/** A newer version of the program from the update feed. */
export interface FoundUpdate {
  version: string
  /** Plain text; '' for none. */
  notes: string
}

/** Downloads and installs newer versions of this program, signed by its publisher. */
export interface Updater {
  /** The reason (Chinese) why updates are impossible here, or ''. @param address as in look() */
  unsupported(address: string): string
  /**
   * Queries the feed; null: nothing newer for this computer. Errors: no-response, not-found, forbidden (not signed).
   * @param address folder of another feed with packages of the same publisher; '' for the default
   */
  look(channel: string, address: string): Promise<FoundUpdate | null>
  /**
   * Downloads the version that look() found, and keeps its package and that of the current version for a rollback.
   * Errors: no-response, no-space, invalid (wrong signature or digest).
   * @param onProgress 0..1
   * @returns hasWayBack: false when the feed no longer has the current version's package
   */
  download(onProgress: (share: number) => void): Promise<{ hasWayBack: boolean }>
  /**
   * Starts the installation. With `restart` the program exits now and restarts; otherwise the caller is already ending
   * it.
   */
  install(options: { restart: boolean }): void
}

export interface Ports {
  host: 'electron' | 'browser'
  secrets: SecretStore
  dialogs: Dialogs
  shell: Shell
  notifier: Notifier
  /** null in the browser host, where the page uses the browser's own features. */
  desktop: DesktopIntegration | null
  /** null in the browser host, where the page opens windows. */
  pageWindows: PageWindows | null
  /** null in the browser host, where the browser drags addresses. */
  dragger: Dragger | null
  clock: Clock
  launcher: BackendLauncher
  /** The system's proxies for an address (`PROXY a:8080; DIRECT`); null: use the environment. */
  proxies: ((url: string) => Promise<string>) | null
  /** Measures the processes of this program; null: the services measure their own and the built-in server's. */
  processes: (() => Promise<ProcessUse[]>) | null
  /**
   * Creates the updater, which uses the program's network settings and keeps packages in a folder; null in the browser
   * host.
   */
  updater: ((outgoing: Outgoing, kept: string) => Updater) | null
  /** How this program is started: the command and its first arguments. */
  program: { command: string; args: readonly string[] }
  /** null in Electron. */
  links: LocalLinks | null
}
