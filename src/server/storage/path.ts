import { AppError } from '#shared/errors/index.ts'

/** Maximum depth of folders: more than any template has, and far below the limits of file systems. */
const MAX_DEPTH = 32

const rejectPath = (text: string, why: string): never => {
  throw new AppError('invalid', `路径“${text}”${why}`)
}

/**
 * Parses a client's path (`portfolio/css`; a leading slash is ignored).
 * @throws AppError `invalid` for anything that could lead outside: `..`, drive letters, backslashes, control characters
 */
export function parsePath(text: string): readonly string[] {
  const shown = text.length > 200 ? `${text.slice(0, 200)}…` : text
  if (/\p{Cc}/u.test(text)) rejectPath(shown.replace(/\p{Cc}/gu, '�'), '含有不允许的控制字符')
  if (text.includes('\\')) rejectPath(shown, '不能包含反斜杠，请用 / 分隔文件夹')
  if (/^\/?[a-zA-Z]:/.test(text)) rejectPath(shown, '不能带盘符，请使用模板内的相对路径')
  const body = text.replace(/^\//, '').replace(/\/$/, '')
  if (body === '') return []
  const names = body.split('/')
  // Windows treats names of dots and spaces like `.` or `..`.
  if (names.some((name) => /^\.[. ]*$/.test(name))) rejectPath(shown, '不能包含 . 或 ..，请使用模板内的路径')
  if (names.some((name) => name.trim() === '')) rejectPath(shown, '含有空的文件夹名称，请检查后重试')
  if (names.length > MAX_DEPTH) rejectPath(shown, `层级过多，最多 ${MAX_DEPTH} 层文件夹`)
  return names
}

/** A path inside a template in the form of rows: Unicode NFC, '' for the template itself. @throws like parsePath */
export const parseInnerPath = (text: string): string => parsePath(text).join('/').normalize('NFC')

/** Like `parseInnerPath`, for a path that must not be the template itself. */
export function parseInnerEntryPath(text: string): string {
  const path = parseInnerPath(text)
  if (path === '') throw new AppError('invalid', '请提供模板内的路径 path')
  return path
}

/**
 * The path of an entry of a folder.
 * @throws AppError `invalid` when it is not a single name
 */
export function childPath(folder: string, name: string): string {
  const names = parsePath(name)
  if (names.length !== 1 || name.includes('/')) rejectPath(name, '应为单个名称，不能包含 /')
  const own = (names[0] ?? '').normalize('NFC')
  return folder === '' ? own : `${folder}/${own}`
}
