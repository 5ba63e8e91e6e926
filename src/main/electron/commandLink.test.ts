import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, readlink, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, it, onTestFinished } from 'vitest'
import { HELP } from '#cli/args.ts'
import { canInstallCommand, installCommand } from './commandLink.ts'

async function place(platform: NodeJS.Platform) {
  const folder = await mkdtemp(join(tmpdir(), 'sitecraft-command-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  const bin = join(folder, 'bin')
  await mkdir(bin)
  return { platform, resources: join(folder, '站匠.app'), appImage: join(folder, "it's.AppImage"), bin }
}

it('the command is offered where no package has brought it', () => {
  expect(canInstallCommand({ platform: 'darwin', appImage: '' })).toBe(true)
  expect(canInstallCommand({ platform: 'linux', appImage: '/home/me/x.AppImage' })).toBe(true)
  expect(canInstallCommand({ platform: 'linux', appImage: '' })).toBe(false)
  expect(canInstallCommand({ platform: 'win32', appImage: '' })).toBe(false)
})

it('on a Mac it is a link into the program, replaced when that has moved, and never another program’s file', async () => {
  const mac = await place('darwin')
  const file = await installCommand(mac)
  expect(await readlink(file)).toBe(join(mac.resources, 'command/sitecraft'))
  await installCommand({ ...mac, resources: '/Applications/站匠.app/Contents/Resources' })
  expect(await readlink(file)).toBe('/Applications/站匠.app/Contents/Resources/command/sitecraft')
  await expect(installCommand({ ...mac, resources: '/Volumes/站匠/站匠.app/Contents/Resources' })).rejects.toThrow(
    '请先将站匠拖到“应用程序”文件夹',
  )
  await rm(file)
  await writeFile(file, 'of another program')
  await expect(installCommand(mac)).rejects.toThrow('其他程序的文件')
})

it('of an AppImage it is a script, which shows the help by itself and runs the AppImage for all else', async () => {
  const linux = await place('linux')
  await writeFile(linux.appImage, '#!/bin/sh\necho "ran $*"\n', { mode: 0o755 })
  await installCommand(linux)
  const file = await installCommand(linux)
  const run = promisify(execFile)
  expect((await run(file, ['--help'])).stdout).toBe(`${HELP}\n`)
  expect((await run(file, ['status', '--json'])).stdout).toBe('ran status --json\n')
})
