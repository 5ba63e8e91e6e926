import fs from 'node:fs'
import promises from 'node:fs/promises'
import { syncBuiltinESMExports } from 'node:module'
import { join, sep } from 'node:path'

type Call = (...args: unknown[]) => unknown

/** Those that change files, with the place of the argument that says where. */
const CHANGES = {
  rename: 1,
  rm: 0,
  unlink: 0,
  rmdir: 0,
  mkdir: 0,
  mkdtemp: 0,
  writeFile: 0,
  appendFile: 0,
  copyFile: 1,
  link: 1,
  symlink: 1,
  cp: 1,
  truncate: 0,
} as const
const SYNC = { renameSync: 1, rmSync: 0, rmdirSync: 0, unlinkSync: 0, mkdirSync: 0, writeFileSync: 0 } as const

/** Files that belong to the process rather than to what it keeps. */
const NOT_KEPT = /^(sitecraft\.db|logs?(\/|$)|code-cache|.*\.log$)/

/** Makes changes of files fail, by standing in for the functions of node:fs while it watches. */
export class FileFaults {
  readonly #reach: (step: string) => boolean

  /** @param reach told of each change; answers whether it fails */
  constructor(reach: (step: string) => boolean) {
    this.#reach = reach
  }

  /** @returns what ends it */
  watch(dataDir: string): () => void {
    const ends: (() => void)[] = []
    const replace = (module: object, name: string, make: (real: Call) => Call): void => {
      const real = Reflect.get(module, name) as Call
      Reflect.set(module, name, make(real))
      ends.push(() => void Reflect.set(module, name, real))
    }
    const fails = (verb: string, where: unknown): Error | null => {
      const kept = placeIn(dataDir, where)
      if (kept === null || !this.#reach(`${verb} ${kept}`)) return null
      return Object.assign(new Error(`EIO: ${verb} ${String(where)}`), { code: 'EIO', syscall: verb })
    }
    for (const [name, at] of Object.entries(CHANGES))
      replace(promises, name, (real) => async (...args) => {
        const error = fails(name, args[at])
        if (error) throw error
        return real(...args)
      })
    for (const [name, at] of Object.entries(SYNC))
      replace(fs, name, (real) => (...args) => {
        const error = fails(name, args[at])
        if (error) throw error
        return real(...args)
      })
    replace(promises, 'open', (real) => async (...args) => {
      const [where, flags = 'r'] = args
      // A folder is opened to make what was done in it safe from a power cut.
      const verb = flags !== 'r' ? 'create' : isFolder(where) ? 'sync' : null
      const error = verb && fails(verb, where)
      if (error) throw error
      return real(...args)
    })
    replace(fs, 'createWriteStream', (real) => (...args) => {
      // A stream says only later that its file can't be opened.
      return fails('create', args[0]) ? real(join(String(args[0]), 'in-no-folder'), ...args.slice(1)) : real(...args)
    })
    syncBuiltinESMExports()
    return () => {
      for (const end of ends) end()
      syncBuiltinESMExports()
    }
  }
}

const isFolder = (where: unknown): boolean =>
  typeof where === 'string' && fs.statSync(where, { throwIfNoEntry: false })?.isDirectory() === true

/** The kept folder that a file lies in; null: elsewhere. */
function placeIn(dataDir: string, where: unknown): string | null {
  if (typeof where !== 'string' || !where.startsWith(dataDir + sep)) return null
  const path = where.slice(dataDir.length + 1)
  if (NOT_KEPT.test(path)) return null
  const [first = '', second = '', third = ''] = path.split(sep)
  return second === '.sitecraft' ? `${first}/.sitecraft/${third}` : second === 'tmp' ? `${first}/tmp` : first
}
