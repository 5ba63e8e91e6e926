import { lstat, mkdir, readdir, rmdir } from 'node:fs/promises'
import { dirname, isAbsolute, join, relative, sep } from 'node:path'
import { z } from 'zod'
import { jsonFile } from '#services/files/jsonFile.ts'
import { writeError } from '#services/files/writeError.ts'
import type { Logger } from '#services/types.ts'
import { nameProblem, RESERVED_FOLDER } from '../core/names.ts'
import { isMissing } from '../local/hash.ts'
import type { WorkspaceRecord } from '../records.ts'

const places = z.object({
  /** Parent of proposed folders; null: nobody has chosen one yet. */
  root: z.string().nullable(),
  /** Key: connection and template; value: the folder that it was last synced to. */
  folders: z.record(z.string(), z.string()),
})

interface ProposalInput {
  connectionId: string
  /** The template's folder on the server. */
  folder: string
  templateName: string
  /** The only site that uses the template; '' when there is none or more than one. */
  site: string
}

/** Proposes a local folder for a template, so that nobody has to choose one. */
export interface Proposals {
  /** A free path: `~/Sitecraft/<site>/<template>`, or the template's earlier folder. Creates nothing. */
  propose(input: ProposalInput, records: readonly WorkspaceRecord[]): Promise<string>
  isProposed(path: string): boolean
  /** Stores a confirmed folder; if it was chosen by hand, later proposals are created beside it. */
  recordChoice(place: { connectionId: string; folder: string; localPath: string }, byHand: boolean): Promise<void>
}

export function createProposals(options: { file: string; home: string; log: Logger }): Proposals {
  const stored = jsonFile(options.file, places, { root: null, folders: {} }, options.log)
  const proposed = new Set<string>()
  const keyOf = ({ connectionId, folder }: { connectionId: string; folder: string }): string =>
    `${connectionId}/${folder}`
  return {
    async propose(input, records) {
      const { root, folders } = await stored.read()
      const taken = (path: string): boolean => records.some(({ localPath }) => overlaps(path, localPath))
      const before = folders[keyOf(input)]
      let path = before
      if (before === undefined || taken(before)) {
        const site = input.site === '' ? [] : [toFolderName(input.site, '站点')]
        const usual = join(options.home, 'Sitecraft')
        const first = join(root ?? usual, ...site)
        // Inside the folder of another workspace no name is free.
        const isOutside = (folder: string): boolean => !records.some(({ localPath }) => isInside(localPath, folder))
        const above = [first, root ?? usual, usual, options.home].find(isOutside)
        const wanted = join(above ?? first, toFolderName(input.templateName, input.folder))
        path = wanted
        if (above !== undefined)
          for (let number = 2; taken(path) || !(await isFree(path)); number++) path = `${wanted} ${number}`
      }
      proposed.add(path ?? '')
      return path ?? ''
    },
    isProposed: (path) => proposed.has(path),
    async recordChoice(place, byHand) {
      await stored.update(({ root, folders }) => ({
        root: byHand ? dirname(place.localPath) : root,
        folders: { ...folders, [keyOf(place)]: place.localPath },
      }))
    },
  }
}

/**
 * Creates a proposed folder and returns a function that undoes it: that removes only folders that did not exist before
 * and are empty. Errors: no-space, read-only.
 */
export async function createProposedFolder(path: string): Promise<() => Promise<void>> {
  const first = await mkdir(path, { recursive: true }).catch((error: unknown) => {
    throw writeError(error, path) ?? error
  })
  return async () => {
    if (first === undefined) return
    for (let folder = path; folder.length >= first.length; folder = dirname(folder)) {
      await rmdir(folder).catch(() => undefined)
    }
  }
}

/** Characters. Limit of a folder name made from a title. */
const MAX_NAME_LENGTH = 60

/** Turns a title into a folder name that every system accepts; `fallback` when no usable character remains. */
export function toFolderName(title: string, fallback: string): string {
  const plain = title
    .normalize('NFC')
    .replaceAll(/[<>:"/|?*\\\p{Cc}\p{Cf}]/gu, ' ')
    .replaceAll(/\s+/g, ' ')
  const short = [...plain.trim()].slice(0, MAX_NAME_LENGTH).join('')
  const name = short.replaceAll(/^[. ]+|[. ]+$/g, '')
  if (name !== '' && nameProblem(name) === null) return name
  return name === '' || nameProblem(`${name}_`) !== null ? fallback : `${name}_`
}

/** Whether `inner` is `outer` or inside it. */
function isInside(outer: string, inner: string): boolean {
  const way = relative(outer, inner)
  return way === '' || (way !== '..' && !way.startsWith(`..${sep}`) && !isAbsolute(way))
}
const overlaps = (a: string, b: string): boolean => isInside(a, b) || isInside(b, a)

/** Whether the path doesn't exist or is an empty folder. */
async function isFree(path: string): Promise<boolean> {
  try {
    if (!(await lstat(path)).isDirectory()) return false
    return (await readdir(path)).every((name) => name === RESERVED_FOLDER || name === '.DS_Store')
  } catch (error) {
    return isMissing(error)
  }
}
