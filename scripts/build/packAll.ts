import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parse, stringify } from 'yaml'
import { installForTarget } from './targetInstall.ts'

const MAC_ARCHES = ['x64', 'arm64'] as const
const MAC_CHANNELS = ['latest-mac.yml', 'beta-mac.yml']

/** Whether electron-builder makes Mac packages with these arguments on this system. */
export const buildsMacPackages = (args: readonly string[], platform: NodeJS.Platform): boolean => {
  const named = (...names: string[]): boolean => names.some((name) => args.includes(name))
  return named('--mac', '-m', '-o', '--macos') || (platform === 'darwin' && !named('--win', '-w', '--linux', '-l'))
}

/**
 * Runs electron-builder; for a Mac once per architecture, each time in a separate installation, because one
 * node_modules holds native code of only one architecture. Returns the first exit code other than 0.
 * @param builder runs electron-builder with these arguments
 */
export async function packAll(
  root: string,
  args: readonly string[],
  builder: (args: readonly string[]) => Promise<number>,
): Promise<number> {
  if (!buildsMacPackages(args, process.platform)) return builder(args)
  const arches = MAC_ARCHES.filter((arch) => args.includes(`--${arch}`))
  const others = args.filter((arg) => !MAC_ARCHES.some((arch) => arg === `--${arch}`))
  const channels = new Map<string, string[]>()
  for (const arch of arches.length > 0 ? arches : MAC_ARCHES) {
    const project = await mkdtemp(join(tmpdir(), 'sitecraft-mac-'))
    try {
      await installForTarget({ platform: 'darwin', arch }, root, project)
      const own = [`--${arch}`, '--projectDir', project, `-c.directories.output=${join(root, 'dist')}`]
      const code = await builder([...(args.includes('--mac') ? [] : ['--mac']), ...others, ...own])
      if (code !== 0) return code
    } finally {
      await rm(project, { recursive: true, force: true })
    }
    await mergeChannelFiles(join(root, 'dist'), channels)
  }
  return 0
}

/**
 * Each run overwrites its channel file: merges it with those of earlier runs, so that it lists the packages of all
 * runs.
 */
async function mergeChannelFiles(dist: string, channels: Map<string, string[]>): Promise<void> {
  for (const name of MAC_CHANNELS) {
    const text = await readFile(join(dist, name), 'utf8').catch(() => '')
    if (!text) continue
    const texts = [...(channels.get(name) ?? []), text]
    channels.set(name, texts)
    await writeFile(join(dist, name), mergeChannels(texts))
  }
}

interface Channel {
  files: { url: string }[]
}

/** Merges the channel files of several runs: all their packages, and the other fields of the first one. */
export function mergeChannels(texts: readonly string[]): string {
  const all = texts.map((text) => parse(text) as Channel)
  const files = new Map(all.flatMap((channel) => channel.files.map((file) => [file.url, file])))
  return stringify({ ...all[0], files: [...files.values()] }, { lineWidth: 0 })
}
