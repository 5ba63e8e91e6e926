import { cp, mkdir, mkdtemp, readdir, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, relative, resolve, sep } from 'node:path'
import { ENTRIES } from '#tests/setup/entries.ts'

const ROOT = resolve(import.meta.dirname, '../../..')

/** An installation of the program whose npm could not get some packages. */
export interface Installation {
  /** The browser host's program. */
  host: string
  remove(): Promise<void>
}

/** Copies the program, and links all packages but these: Node resolves a linked program's imports at its real place. */
export async function installWithout(packages: readonly string[]): Promise<Installation> {
  const folder = await mkdtemp(join(tmpdir(), 'sitecraft-installed-'))
  const entry = relative(ROOT, ENTRIES.host)
  const [program = ''] = entry.split(sep)
  await cp(join(ROOT, program), join(folder, program), { recursive: true })
  await cp(join(ROOT, 'package.json'), join(folder, 'package.json'))
  await symlink(join(ROOT, 'resources'), join(folder, 'resources'))
  const modules = join(folder, 'node_modules')
  await mkdir(modules)
  for (const name of await readdir(join(ROOT, 'node_modules'))) {
    const scoped = packages.filter((each) => each.startsWith(`${name}/`))
    if (packages.includes(name)) continue
    if (scoped.length === 0) await symlink(join(ROOT, 'node_modules', name), join(modules, name))
    else {
      await mkdir(join(modules, name))
      for (const inner of await readdir(join(ROOT, 'node_modules', name))) {
        if (scoped.includes(`${name}/${inner}`)) continue
        await symlink(join(ROOT, 'node_modules', name, inner), join(modules, name, inner))
      }
    }
  }
  return { host: join(folder, entry), remove: () => rm(folder, { recursive: true, force: true }) }
}
