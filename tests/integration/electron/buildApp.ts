import { resolveConfig } from 'electron-vite'
import { cp, mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'vite'

export const ROOT = fileURLToPath(new URL('../../../', import.meta.url))

export type Part = 'main' | 'preload' | 'renderer'

export interface BuiltApp {
  /** A folder with package.json, node_modules and out/, as the program's own folder. */
  path: string
  remove(): Promise<void>
}

/**
 * Builds the named parts with the project's own configuration into a folder of its own, so that a build of the work tree
 * at the same time does no harm. Without the renderer a small page stands in for it.
 */
export async function buildApp(parts: readonly Part[]): Promise<BuiltApp> {
  const path = await mkdtemp(join(tmpdir(), 'sitecraft-built-'))
  const { config } = await resolveConfig(
    { root: ROOT, logLevel: 'error', build: { outDir: join(path, 'out') } },
    'build',
  )
  // As it is delivered: Vitest's own value would make it another program.
  const mode = process.env['NODE_ENV']
  process.env['NODE_ENV'] = 'production'
  try {
    for (const part of parts) await build({ ...config?.[part], configFile: false })
  } finally {
    process.env['NODE_ENV'] = mode
  }
  if (!parts.includes('renderer')) {
    await mkdir(join(path, 'out/renderer'), { recursive: true })
    await writeFile(
      join(path, 'out/renderer/index.html'),
      '<!doctype html><meta nonce="__CSP_NONCE__"><title>站匠</title>',
    )
  }
  await cp(join(ROOT, 'package.json'), join(path, 'package.json'))
  await symlink(join(ROOT, 'node_modules'), join(path, 'node_modules'), 'junction')
  await symlink(join(ROOT, 'resources'), join(path, 'resources'), 'junction')
  return { path, remove: () => rm(path, { recursive: true, force: true }) }
}
