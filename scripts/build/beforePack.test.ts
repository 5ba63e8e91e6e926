import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'

type BeforePack = (context: {
  electronPlatformName: string
  arch: number
  packager: { projectDir: string }
}) => Promise<void>

const load = async (): Promise<BeforePack> =>
  ((await import(join(import.meta.dirname, 'beforePack.mjs'))) as { beforePack: BeforePack }).beforePack

it('a Mac’s second architecture is packed with its native packages or not at all', async () => {
  const projectDir = await mkdtemp(join(tmpdir(), 'sitecraft-pack-'))
  onTestFinished(() => rm(projectDir, { recursive: true, force: true }))
  const install = (name: string) => mkdir(join(projectDir, 'node_modules', name), { recursive: true })
  for (const name of ['@node-rs/argon2-darwin-x64', '@img/sharp-darwin-x64']) await install(name)
  const beforePack = await load()
  const pack = (arch: number) => beforePack({ electronPlatformName: 'darwin', arch, packager: { projectDir } })
  await pack(1)
  await expect(pack(3)).rejects.toThrow(
    'npm install --no-save --force @node-rs/argon2-darwin-arm64 @img/sharp-darwin-arm64',
  )
  for (const name of ['@node-rs/argon2-darwin-arm64', '@img/sharp-darwin-arm64']) await install(name)
  await pack(3)
})
