import { ancestorsOf, nameOf } from './tree.ts'

/** Holds everything the engine stores inside a workspace: temp files, trash, lock (S27). */
export const RESERVED_FOLDER = '.sitecraft-sync'
/** Ignore rules of one workspace in gitignore syntax. The file is never uploaded. */
export const IGNORE_FILE = '.sitecraftignore'

const WINDOWS_DEVICE = /^(con|prn|aux|nul|com[1-9¹²³]|lpt[1-9¹²³])(\.|$)/i
const FORBIDDEN = /[<>:"|?*\\\p{Cc}]/u
const MAX_NAME_BYTES = 255
/** Windows opens paths of up to 260 characters; the rest is left for the workspace's own location. */
const MAX_PATH = 200
const CONFLICT_COPY_PATTERN = / \(服务器版本 \d{4}-\d{2}-\d{2} \d{6}( \d+)?\)(\.[^./]*)?$/

export const normalize = (path: string): string => path.normalize('NFC')

/** Names that the engine reserves: never scanned, uploaded or downloaded (S15, S27). */
export const isReserved = (path: string): boolean =>
  path === RESERVED_FOLDER || path.startsWith(`${RESERVED_FOLDER}/`) || CONFLICT_COPY_PATTERN.test(nameOf(path))

/**
 * File name for the server's version of a conflicted file, beside the local file; `number` counts from 2 when the name
 * exists (S9).
 */
export function conflictCopyName(path: string, at: Date, number = 1): string {
  const two = (value: number): string => String(value).padStart(2, '0')
  const day = `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())}`
  const time = `${two(at.getHours())}${two(at.getMinutes())}${two(at.getSeconds())}`
  const name = nameOf(path)
  const dot = name.lastIndexOf('.') > 0 ? name.lastIndexOf('.') : name.length
  const suffix = ` (服务器版本 ${day} ${time}${number > 1 ? ` ${number}` : ''})`
  return path.slice(0, path.length - name.length) + name.slice(0, dot) + suffix + name.slice(dot)
}

/**
 * File name for the server's version when both versions are kept (保留两份); `number` counts from 2 when the name exists.
 */
export function serverVersionName(path: string, number = 1): string {
  const name = nameOf(path)
  const dot = name.lastIndexOf('.') > 0 ? name.lastIndexOf('.') : name.length
  const suffix = number > 1 ? ` (服务器 ${number})` : ' (服务器)'
  return path.slice(0, path.length - name.length) + name.slice(0, dot) + suffix + name.slice(dot)
}

/**
 * The reason (in Chinese) why a path can't be synced (S34, S36), or null. Such paths are reported, never shortened or
 * renamed.
 */
export function nameProblem(path: string): string | null {
  if (path.length > MAX_PATH) return `路径超过 ${MAX_PATH} 个字，在 Windows 上无法使用，请缩短名称或减少文件夹层数`
  for (const name of path.split('/')) {
    const problem = segmentProblem(name)
    if (problem) return problem
  }
  return null
}

function segmentProblem(name: string): string | null {
  if (name === '' || name === '.' || name === '..') return '路径不安全，已拒绝（含有空名称、“.”或“..”）'
  const found = FORBIDDEN.exec(name)
  if (found) return `名称“${name}”含有 Windows 不允许的字符（< > : " | ? * \\ 或控制字符），请重命名`
  if (WINDOWS_DEVICE.test(name)) return `名称“${name}”是 Windows 的保留名称，请重命名`
  if (/[. ]$/.test(name)) return `名称“${name}”以点或空格结尾，在 Windows 上无法使用，请重命名`
  return Buffer.byteLength(name) > MAX_NAME_BYTES
    ? `名称“${name.slice(0, 20)}…”太长（最多 ${MAX_NAME_BYTES} 字节），请缩短`
    : null
}

/** Paths with the same key are the same file on case-insensitive file systems (Windows, macOS). */
export const caseKey = (path: string): string => path.normalize('NFC').toLowerCase()

/** Maps each path that differs only in case from another path of the list to that other path (S33). */
export function caseCollisions(paths: Iterable<string>): Map<string, string> {
  const first = new Map<string, string>()
  const found = new Map<string, string>()
  for (const path of paths) {
    for (const part of [...ancestorsOf(path), path]) {
      const other = first.get(caseKey(part)) ?? part
      first.set(caseKey(part), other)
      if (other === part) continue
      found.set(part, other)
      found.set(other, part)
    }
  }
  return found
}
