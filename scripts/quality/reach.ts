import { isTest } from './tree.ts'

/** A file of a change, as git names it. */
export interface ChangedFile {
  added: boolean
  path: string
}

/** What one change needed outside the folders of its own areas. */
export interface Reach {
  /** The areas that it is about: those of its new screens, else those that got files. */
  areas: string[]
  /** Files that were there before and were edited, moved or deleted outside; tests, documents and settings don't count. */
  outside: string[]
}

const AREA = /^src\/(?:renderer|server)\/areas\/([^/]+)\//
const SCREEN = /^src\/renderer\/areas\/[^/]+\/[^/]+\/screen\.ts$/

const areaOf = (path: string): string | undefined => AREA.exec(path)?.[1]
const isCode = (path: string): boolean => /^(?:src|tests)\/.*\.tsx?$/.test(path) && !isTest(path)

/** Reads `git diff --name-status`; of a file that was moved its old place counts. */
export const readChange = (nameStatus: string): ChangedFile[] =>
  nameStatus
    .split('\n')
    .map((line) => line.split('\t'))
    .flatMap(([status, path]) => (path ? [{ added: status === 'A', path }] : []))

/** How far a change reaches: what somebody who adds to an area has to know of the rest. */
export function reachOf(change: readonly ChangedFile[]): Reach {
  const added = change.filter((file) => file.added).map(({ path }) => path)
  const screens = added.filter((path) => SCREEN.test(path))
  const about = screens.length > 0 ? screens : added
  const areas = [...new Set(about.flatMap((path) => areaOf(path) ?? []))].toSorted()
  const isOutside = (path: string): boolean => isCode(path) && !areas.includes(areaOf(path) ?? '')
  return { areas, outside: change.flatMap(({ added, path }) => (!added && isOutside(path) ? [path] : [])).toSorted() }
}
