import type { Readable } from 'node:stream'
import { AppError } from '#shared/errors/index.ts'

/** A file that lies at a target, by its path from the target's root (`news/index.html`). */
export interface TargetFile {
  path: string
  sizeBytes: number
}

/**
 * An open connection to a publish target. Paths run from the target's root with `/` between names; folders are made as files need them.
 * A file is replaced as a whole: a visitor never gets half of one. Errors are AppErrors with a remedy (`targetError` of errors.ts).
 */
export interface TargetConnection {
  /** Files that may be on their way at a time. */
  readonly parallel: number
  /** Writes a file as a whole. `open` is called once for each try. */
  write(path: string, open: () => Promise<Readable>, sizeBytes: number): Promise<void>
  /** A small file; null when it is not there. */
  read(path: string): Promise<Buffer | null>
  /** Removes a file; one that is not there is no error. Folders that become empty go too. */
  remove(path: string): Promise<void>
  /**
   * All files below a folder, links not followed and named with size -1.
   * @param folder absent: the root. Paths run from this folder; one that is not there is empty. Only targets with `releases` list others.
   */
  list(folder?: string): AsyncIterable<TargetFile>
  /** Removes files on their way of deployments that were interrupted. Absent: there are none. */
  removeLeftovers?(): Promise<void>
  /** Absent: the target can't switch from one release to the next. */
  readonly releases?: ReleaseSupport
  close(): Promise<void>
}

/** What a target needs so that a whole release is switched at once. Paths run from the target's root. */
export interface ReleaseSupport {
  /** Where a link leads; null when nothing is there. @throws AppError `conflict` when it is no link */
  readLink(path: string): Promise<string | null>
  /** Makes a link, or lets it lead elsewhere in one step, so that visitors see the old or the new. @param to relative to the link */
  switchLink(path: string, to: string): Promise<void>
  /** A file beside another with its content, without sending it; false when the target can't, or has no such file. */
  copyFile(from: string, to: string): Promise<boolean>
  /** Names of the folders in a folder; none when it is not there. */
  listFolders(folder: string): Promise<string[]>
  /** Removes a folder with all that it holds; links in it are removed, not followed. */
  removeTree(folder: string): Promise<void>
}

/** Opens a connection. @param signal ends the attempt */
export type OpenTarget = (signal: AbortSignal) => Promise<TargetConnection>

export const notLinkError = (path: string): AppError =>
  new AppError('conflict', `发布目标上的“${path}”不是链接，请在目标上将它改名或移走后重试`)

/** What switches releases at a target. @throws AppError `invalid` when the target has no links */
export function requireReleases({ releases }: TargetConnection): ReleaseSupport {
  if (releases) return releases
  throw new AppError('invalid', '这种发布目标不支持整站切换，请编辑发布目标，关闭“整站切换”')
}
