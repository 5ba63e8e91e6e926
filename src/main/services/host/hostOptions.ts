import type { ShowWindow } from '../control/server.ts'
import type { PolicySources } from '../policy/read.ts'
import type { RequestPicture } from '../transfers/webPictures.ts'
import type { UploadTimeouts } from '../uploads/send.ts'

/** Options of composeHost besides the ports. */
export interface HostOptions {
  /** Folder of all data of this program. */
  dataDir: string
  version: string
  /**
   * Started with --safe: workspaces and unsaved forms of earlier runs stay paused until the user resumes. Default:
   * false.
   */
  safe?: boolean
  /** Folder of the program itself; default: the working directory. */
  programFolder?: string
  /** The administrator's policies; default: none. */
  policies?: PolicySources
  /**
   * Receives lines of the built-in server that a person must see (the administrator's first password). Default:
   * ignored.
   */
  print?: (line: string) => void
  /** ms of silence after which an upload's request fails; for tests. */
  uploadPatience?: UploadTimeouts
  /** Called when another start on the same data folder asks for a window; default: not possible. */
  onShow?: ShowWindow
  /** Called when a page has rendered its first screen, which proves that this version starts. */
  onFirstScreen?: () => void
  /** Fetches the pictures of pasted articles; for tests. */
  askPicture?: RequestPicture
}
