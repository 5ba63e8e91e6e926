import { execFile } from 'node:child_process'
import { readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { type PolicySource, type PolicyReport, readPolicies } from '#shared/domain/policies.ts'

/** Reads the places where administrators set policies, strongest first. Tests replace the system's. */
export type PolicySources = () => Promise<readonly PolicySource[]>

const REGISTRY_KEY = 'SOFTWARE\\Policies\\Sitecraft'
const BUNDLE = 'cn.sitecraft.app'
const LINUX_POLICY = '/etc/sitecraft/policy.json'
const MAX_BYTES = 1024 * 1024
const TIMEOUT_MS = 5000

/** Runs a program of the system and returns its output. Rejects when it fails. */
export type RunTool = (file: string, args: readonly string[]) => Promise<Buffer>

export const runTool: RunTool = async (file, args) =>
  (await promisify(execFile)(file, args, { encoding: 'buffer', timeout: TIMEOUT_MS, windowsHide: true })).stdout

/** The policies of this computer: group policies, managed preferences, or a file that only root can write. */
export const createSystemSources =
  (platform: NodeJS.Platform, user: string, tool: RunTool = runTool): PolicySources =>
  async () => {
    if (platform === 'win32') {
      return [await readRegistryPolicy('HKLM', tool), await readRegistryPolicy('HKCU', tool)]
    }
    if (platform !== 'darwin') return [await readJsonPolicy(LINUX_POLICY)]
    const folder = '/Library/Managed Preferences'
    return Promise.all(
      [join(folder, user, `${BUNDLE}.plist`), join(folder, `${BUNDLE}.plist`)].map((path) =>
        readPlistPolicy(path, tool),
      ),
    )
  }

/** All policies and their problems; never throws, because the program has to start. */
export async function loadPolicies(sources: PolicySources): Promise<PolicyReport> {
  try {
    const places = await sources()
    const report = readPolicies(places)
    const unreadable = places.flatMap(({ origin, values }) =>
      UNREADABLE in values ? [{ name: '', origin, text: String(values[UNREADABLE]) }] : [],
    )
    return { ...report, problems: [...unreadable, ...report.problems.filter(({ name }) => name !== UNREADABLE)] }
  } catch (error) {
    const text = `策略读取失败：${error instanceof Error ? error.message : String(error)}`
    return { policies: {}, set: [], problems: [{ name: '', origin: '本机', text }] }
  }
}

/** Replaces the values of an unreadable source; holds the reason. */
const UNREADABLE = ' unreadable'
const createUnreadableSource = (origin: string, text: string): PolicySource => ({
  origin,
  values: { [UNREADABLE]: text },
})

/** Never throws: a broken file is reported, and the program starts without it. */
export async function readJsonPolicy(path: string): Promise<PolicySource> {
  try {
    const { size } = await stat(path)
    if (size > MAX_BYTES) return createUnreadableSource(path, '文件大于 1 MB，未读取')
    return fromObject(path, JSON.parse((await readFile(path, 'utf8')).replace(/^\uFEFF/, '')))
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException
    return code === 'ENOENT' ? { origin: path, values: {} } : createUnreadableSource(path, `无法读取文件：${message}`)
  }
}

function fromObject(origin: string, value: unknown): PolicySource {
  const isObject = typeof value === 'object' && value !== null && !Array.isArray(value)
  return isObject
    ? { origin, values: value as Record<string, unknown> }
    : createUnreadableSource(origin, '应为一个 JSON 对象 { … }')
}

async function readPlistPolicy(path: string, tool: RunTool): Promise<PolicySource> {
  const there = await stat(path).then(
    () => true,
    () => false,
  )
  if (!there) return { origin: path, values: {} }
  try {
    return fromObject(
      path,
      JSON.parse((await tool('/usr/bin/plutil', ['-convert', 'json', '-o', '-', path])).toString('utf8')),
    )
  } catch (error) {
    return createUnreadableSource(path, `无法读取文件：${error instanceof Error ? error.message : String(error)}`)
  }
}

async function readRegistryPolicy(root: 'HKLM' | 'HKCU', tool: RunTool): Promise<PolicySource> {
  const origin = `${root}\\${REGISTRY_KEY}`
  // A missing key makes the tool fail.
  const output = await tool('reg.exe', ['query', origin, '/s']).catch(() => null)
  return { origin, values: output ? parseRegistry(decode(output)) : {} }
}

/** Decodes the tool's output, which is in the console's code page (GBK in China). */
function decode(bytes: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder('gbk').decode(bytes)
  }
}

/**
 * Parses the output of `reg query … /s`: the key's values by name, and the values of a subkey as a list ordered by
 * name.
 */
export function parseRegistry(text: string): Record<string, unknown> {
  const values: Record<string, unknown> = {}
  const lists = new Map<string, [name: string, value: unknown][]>()
  let below = ''
  for (const line of text.split(/\r?\n/)) {
    const key = /^HKEY_\w+\\SOFTWARE\\Policies\\Sitecraft(?:\\(.+))?$/i.exec(line.trim())
    if (key) {
      below = key[1] ?? ''
      continue
    }
    const [, name = '', type = '', value = ''] = /^ {4}(.+?) {4}(REG_\w+)(?: {4}(.*))?$/.exec(line) ?? []
    if (!name || name.startsWith('(')) continue
    const read = type === 'REG_DWORD' ? Number(value) : type === 'REG_MULTI_SZ' ? value.split('\\0') : value
    if (below) lists.set(below, [...(lists.get(below) ?? []), [name, read]])
    else values[name] = read
  }
  for (const [name, entries] of lists) {
    values[name] = entries.toSorted(([a], [b]) => Number(a) - Number(b) || a.localeCompare(b)).map(([, value]) => value)
  }
  return values
}
