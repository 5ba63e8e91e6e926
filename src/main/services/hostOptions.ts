import type { ShowWindow } from './control/server.ts'
import type { PolicySources } from './policy/read.ts'
import type { Ask } from './transfers/webPictures.ts'
import type { Patience } from './uploads/send.ts'

/** What composeHost is told besides the ports. */
export interface HostOptions {
  /** Everything this program keeps lies below it. */
  dataDir: string
  version: string
  /** Started with --safe: workspaces and unsaved forms of former runs rest until the person goes on. Default: false. */
  safe?: boolean
  /** Where the program itself lies; default: the folder that it was started in. */
  programFolder?: string
  /** What the administrator has set; default: nothing. */
  policies?: PolicySources
  /** Lines of the built-in server that a person must see (its first administrator password). Default: none. */
  print?: (line: string) => void
  /** Milliseconds of silence after which an upload's request has failed; for tests. */
  uploadPatience?: Patience
  /** Another start on the same data folder asks for a window of this one; default: it can't. */
  onShow?: ShowWindow
  /** A page has drawn its first screen: this version starts. */
  onFirstScreen?: () => void
  /** How pictures of pasted articles are asked for; for tests. */
  askPicture?: Ask
}
