import type { Readable } from 'node:stream'
import type { Outgoing } from './network/outgoing.ts'
import type { JumpTarget, DesktopState } from '#shared/contract/host.ts'
import type { KeychainModuleName } from '#shared/contract/keychain.ts'

/** The seams between the services and what differs per host. Fakes in tests/fakes implement the same. */

/** The operating system's keychain. An operation may wait for as long as a person needs to unlock it. */
export interface SecretStore {
  /** Resolves when a secret that is written can be read again. @throws AppError with a sentence that names the remedy */
  connect(): Promise<void>
  /** The module by which the keychain is reached; '': none. */
  module(): Promise<KeychainModuleName | ''>
  /** Null: the keychain has no such entry. */
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
   * Shows a notification of the system; false when it has none, or did not show it.
   * @param href address of the page that a click leads to; '' for none
   */
  notify(title: string, body: string, href: string): Promise<boolean>
  /** 0..1, or null for none. */
  progress(value: number | null): void
}

/** What of the program stands outside of its window: tray, badge, task bar, dock. */
export interface DesktopIntegration {
  show(state: DesktopState): void
  /** Places that the task bar or dock leads to. */
  places(places: readonly JumpTarget[]): void
}

/** Windows of the program that show one page each. */
export interface PageWindows {
  /** Opens one. @param id names it to its page @param path address of the page */
  open(id: string, path: string): void
  /** Brings the main window to the front, at this address. */
  showMain(path: string): void
}

/** The system's drag of files, from a window of the program to wherever they are let go. */
export interface Dragger {
  /** The pointer is held. false: no window is in front. @param paths absolute; at least one */
  start(paths: readonly string[]): boolean
}

export interface Clock {
  now(): Date
}

/** A server process that this host started. */
export interface BackendProcess {
  readonly pid: number | undefined
  /** Resolves with the exit code when it has ended, for whatever reason, and all its lines for a person were told. */
  readonly exited: Promise<number | null>
  /** Lines of its output. */
  onLine(listener: (line: string) => void): void
  /** Asks it to finish its work and to end; it is killed when that takes too long. */
  stop(): void
}

/** Starts the server entry in its own process: Electron's utilityProcess, or a child process. */
export interface BackendLauncher {
  launch(args: readonly string[], env: Readonly<Record<string, string>>): BackendProcess
}

/** The browser host's loopback addresses for bytes that the page downloads; Electron has none. */
export interface LocalLinks {
  /** A one-time loopback address under which the page downloads what `open` streams, as a file of that name. */
  publish(source: { name: string; open: () => Promise<{ stream: Readable; size: number | null }> }): string
}

/** What a process of this program uses. */
export interface ProcessUse {
  name: string
  pid: number
  /** Percent of one processor since the last look; null where the system doesn't say. */
  cpu: number | null
  /** Bytes; null where the system doesn't say. */
  memory: number | null
}

/** A newer version of the program, as its feed tells of it. */
export interface FoundUpdate {
  version: string
  /** Plain text; '' for none. */
  notes: string
}

/** Fetches and installs newer versions of this program, signed by the one who made it. */
export interface Updater {
  /** '' or why there are no updates here, in Chinese. @param address as in look() */
  unsupported(address: string): string
  /**
   * Asks the feed; null: nothing newer for this computer. Errors: no-response, not-found, forbidden (not signed).
   * @param address of another folder with the same maker's packages; '' for the program's own
   */
  look(channel: string, address: string): Promise<FoundUpdate | null>
  /**
   * Fetches what look() found, and keeps its package and that of this version, so that there is a way back.
   * Errors: no-response, no-space, invalid (not what was signed).
   * @param onProgress 0..1
   * @returns false when the feed has no package of this version any more
   */
  download(onProgress: (share: number) => void): Promise<{ hasWayBack: boolean }>
  /** Starts the installation; with `restart` the program ends now and comes back, without it the caller is ending it. */
  install(options: { restart: boolean }): void
}

export interface Ports {
  host: 'electron' | 'browser'
  secrets: SecretStore
  dialogs: Dialogs
  shell: Shell
  notifier: Notifier
  /** null in the browser host: the page does what a browser can. */
  desktop: DesktopIntegration | null
  /** null in the browser host: the page opens them. */
  pageWindows: PageWindows | null
  /** null in the browser host: the browser carries addresses. */
  dragger: Dragger | null
  clock: Clock
  launcher: BackendLauncher
  /** By which proxies the system reaches an address (`PROXY a:8080; DIRECT`); null: the environment says it. */
  proxies: ((url: string) => Promise<string>) | null
  /** Processes of this program; null: the services measure their own and the built-in server's. */
  processes: (() => Promise<ProcessUse[]>) | null
  /** By the program's own way out, keeping packages in a folder; null in the browser host. */
  updater: ((outgoing: Outgoing, kept: string) => Updater) | null
  /** How this program is started: the command, and the arguments that come first. */
  program: { command: string; args: readonly string[] }
  /** null in Electron. */
  links: LocalLinks | null
}
