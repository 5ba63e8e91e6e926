import { isTest } from './tree.ts'

/** A file of a change in git's notation. */
export interface ChangedFile {
  added: boolean
  path: string
}

/** The reach of a change outside of its own areas. */
export interface Reach {
  /** The areas of the change: those of its new screens, else those with new files. */
  areas: string[]
  /** Existing files outside that were edited, moved or deleted, without tests, documents and settings. */
  outside: string[]
}

const AREA = /^src\/(?:renderer|server)\/areas\/([^/]+)\//
const SCREEN = /^src\/renderer\/areas\/[^/]+\/[^/]+\/screen\.ts$/

const areaOf = (path: string): string | undefined => AREA.exec(path)?.[1]
const isCode = (path: string): boolean => /^(?:src|tests)\/.*\.tsx?$/.test(path) && !isTest(path)

/** Parses `git diff --name-status`; of a moved file, the old path counts. */
export const readChange = (nameStatus: string): ChangedFile[] =>
  nameStatus
    .split('\n')
    .map((line) => line.split('\t'))
    .flatMap(([status, path]) => (path ? [{ added: status === 'A', path }] : []))

/** Measures the reach of a change: how much of the rest an author of an area must know. */
export function reachOf(change: readonly ChangedFile[]): Reach {
  const added = change.filter((file) => file.added).map(({ path }) => path)
  const screens = added.filter((path) => SCREEN.test(path))
  const about = screens.length > 0 ? screens : added
  const areas = [...new Set(about.flatMap((path) => areaOf(path) ?? []))].toSorted()
  const isOutside = (path: string): boolean => isCode(path) && !areas.includes(areaOf(path) ?? '')
  return { areas, outside: change.flatMap(({ added, path }) => (!added && isOutside(path) ? [path] : [])).toSorted() }
}
