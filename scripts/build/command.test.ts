import { copyFile, mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { HELP } from '#cli/args.ts'
import { ROOT } from '../start/root.ts'
import { writeCommandHelp } from './commandHelp.ts'

async function tempFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'sitecraft-command-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  return folder
}

it('Windows gets the help in UTF-16 with its mark, and batch files with its line ends', async () => {
  const folder = await tempFolder()
  await writeCommandHelp(folder, 'win32')
  const help = await readFile(join(folder, 'help.txt'))
  expect(help.subarray(0, 2).toString('hex')).toBe('fffe')
  expect(help.toString('utf16le').slice(1).replaceAll('\r\n', '\n')).toBe(`${HELP}\n`)
  for (const name of ['sitecraft.cmd', 'path.ps1']) {
    const text = await readFile(join(ROOT, 'resources/command', name), 'latin1')
    expect(text.match(/\r\n/g)?.length).toBe(text.match(/\n/g)?.length)
  }
})

it('the MSI puts the command on the PATH of the computer', async () => {
  const { msiProjectCreated } = (await import(join(ROOT, 'scripts/build/msiProject.mjs'))) as {
    msiProjectCreated: (file: string) => Promise<void>
  }
  const file = join(await tempFolder(), 'project.wxs')
  await copyFile(join(ROOT, 'node_modules/app-builder-lib/templates/msi/template.xml'), file)
  await msiProjectCreated(file)
  expect(await readFile(file, 'utf8')).toMatch(
    /<ComponentGroup Id="ProductComponents" Directory="APPLICATIONFOLDER">\s*<Component [^>]+>\s*<Environment [^>]*Name="PATH"/,
  )
})
