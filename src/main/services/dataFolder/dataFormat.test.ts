import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { upgradeDataFormat, readFormat, type FormatStep, revertDataFormat } from './dataFormat.ts'

/** A folder as an earlier program left it, without a mark. */
async function oldFolder(): Promise<string> {
  const dataDir = await mkdtemp(join(tmpdir(), 'sitecraft-format-'))
  onTestFinished(() => rm(dataDir, { recursive: true, force: true }))
  await mkdir(join(dataDir, 'sync', 'w1', 'trash'), { recursive: true })
  await mkdir(join(dataDir, 'server'))
  await writeFile(join(dataDir, 'connections.json'), 'old')
  await writeFile(join(dataDir, 'sync', 'w1', 'trash', 'large'), 'x')
  await writeFile(join(dataDir, 'server', 'sitecraft.db'), 'x')
  return dataDir
}
const at = (dataDir: string, name: string): Promise<string> => readFile(join(dataDir, name), 'utf8')

const step: FormatStep = {
  to: 2,
  async run(dataDir) {
    const path = join(dataDir, 'connections.json')
    await writeFile(path, `${await readFile(path, 'utf8')}+2`)
  },
}
const two = { format: 2, steps: [step] }

it('marks a folder, and leaves one of its own format alone', async () => {
  const dataDir = await oldFolder()
  await upgradeDataFormat(dataDir, '0.1.0')
  expect(JSON.parse(await at(dataDir, 'format.json'))).toEqual({ format: 1, version: '0.1.0' })
  expect(await at(dataDir, 'connections.json')).toBe('old')
  await expect(at(dataDir, 'before-upgrade/host-1/connections.json')).rejects.toThrow('ENOENT')
})

it('copies before it changes, once, and neither the server nor what is large', async () => {
  const dataDir = await oldFolder()
  await upgradeDataFormat(dataDir, '0.2.0', two)
  await upgradeDataFormat(dataDir, '0.2.1', two)
  expect(await at(dataDir, 'connections.json')).toBe('old+2')
  expect(JSON.parse(await at(dataDir, 'format.json'))).toEqual({ format: 2, version: '0.2.1' })
  expect(await at(dataDir, 'before-upgrade/host-1/connections.json')).toBe('old')
  for (const name of ['server/sitecraft.db', 'sync/w1/trash/large']) {
    await expect(at(dataDir, `before-upgrade/host-1/${name}`)).rejects.toThrow('ENOENT')
    expect(await at(dataDir, name)).toBe('x')
  }
})

it('takes each step from the folder’s format to its own, and no other; going back puts the files back', async () => {
  const dataDir = await oldFolder()
  const steps = [2, 3, 4].map((to): FormatStep => ({
    to,
    run: async (dir) => writeFile(join(dir, 'connections.json'), `${await at(dir, 'connections.json')}+${to}`),
  }))
  expect(readFormat(dataDir)).toBe(1)
  await upgradeDataFormat(dataDir, '0.2.0', { format: 2, steps })
  await upgradeDataFormat(dataDir, '0.3.0', { format: 3, steps })
  expect([await at(dataDir, 'connections.json'), readFormat(dataDir)]).toEqual(['old+2+3', 3])
  await revertDataFormat(dataDir, { format: 2, version: '0.2.0' })
  expect([await at(dataDir, 'connections.json'), readFormat(dataDir)]).toEqual(['old+2', 2])
  await revertDataFormat(dataDir, { format: 2, version: '0.2.9' })
  expect(JSON.parse(await at(dataDir, 'format.json')), 'there is no copy any more').toEqual({
    format: 2,
    version: '0.2.0',
  })
})

it('refuses a folder of a newer program, and changes nothing', async () => {
  const dataDir = await oldFolder()
  await upgradeDataFormat(dataDir, '0.2.0', two)
  await expect(upgradeDataFormat(dataDir, '0.1.0')).rejects.toMatchObject({
    code: 'unsupported',
    message: expect.stringContaining('由更新版本的站匠（0.2.0）写入'),
  })
  expect(JSON.parse(await at(dataDir, 'format.json'))).toEqual({ format: 2, version: '0.2.0' })
})

it('an upgrade that was killed in a step starts again from the original files', async () => {
  const dataDir = await oldFolder()
  const program = `
    import { appendFileSync } from 'node:fs'
    import { upgradeDataFormat } from '#services/dataFolder/dataFormat.ts'
    const run = async (dataDir) => {
      appendFileSync(dataDir + '/connections.json', '+half')
      process.kill(process.pid, 'SIGKILL')
    }
    await upgradeDataFormat(process.argv[1], '0.2.0', { format: 2, steps: [{ to: 2, run }] })`
  const cwd = resolve(import.meta.dirname, '..', '..', '..', '..')
  const child = spawn(process.execPath, ['--input-type=module', '-e', program, dataDir], { cwd, stdio: 'ignore' })
  expect(await once(child, 'exit')).toEqual([null, 'SIGKILL'])
  expect(await at(dataDir, 'connections.json')).toBe('old+half')
  await upgradeDataFormat(dataDir, '0.2.0', two)
  expect(await at(dataDir, 'connections.json')).toBe('old+2')
})
