import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createDesktopShell } from './shell.ts'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sitecraft-shell-'))
})
afterEach(async () => {
  vi.unstubAllEnvs()
  await rm(folder, { recursive: true, force: true })
})

describe.skipIf(process.platform === 'win32')('the desktop’s opener', () => {
  it('gets the target as one argument that no shell reads', async () => {
    const opener = join(folder, 'xdg-open')
    await writeFile(opener, `#!/bin/sh\nprintf '%s|' "$@" > "${folder}/seen"\n`)
    await chmod(opener, 0o755)
    vi.stubEnv('PATH', `${folder}:${process.env.PATH ?? ''}`)
    const target = '/home/a b/站点 $(touch x); "q"'
    await createDesktopShell('linux').revealFolder(target)
    await vi.waitFor(async () => expect(await readFile(join(folder, 'seen'), 'utf8')).toBe(`${target}|`))
  })
  it('that finds no program to open with leaves the address to the user', async () => {
    const opener = join(folder, 'xdg-open')
    await writeFile(opener, '#!/bin/sh\nexit 3\n')
    await chmod(opener, 0o755)
    vi.stubEnv('PATH', `${folder}:${process.env.PATH ?? ''}`)
    await expect(createDesktopShell('linux').openExternal('https://x.example/')).rejects.toMatchObject({
      code: 'unsupported',
    })
  })
  it('that is missing leaves the address to the user', async () => {
    vi.stubEnv('PATH', folder)
    await expect(createDesktopShell('linux').openExternal('https://x.example/')).rejects.toMatchObject({
      code: 'unsupported',
      message: '本机没有可用的桌面程序来打开，请自行打开：https://x.example/',
    })
  })
})
