import ignore from 'ignore'
import { IGNORE_FILE, isReserved } from './names.ts'

/** Never synced: folders of other programs, operating system files, temp and backup files of editors. */
export const DEFAULT_IGNORES = [
  '.git/',
  '.svn/',
  '.hg/',
  'node_modules/',
  '.idea/',
  '.vscode/',
  '.DS_Store',
  'Thumbs.db',
  'desktop.ini',
  '~$*',
  '*.swp',
  '*.swo',
  '*.swx',
  '4913',
  '*~',
  '.#*',
  // Lock files of LibreOffice and WPS: they name the person and the computer.
  '.~*',
  '.goutputstream-*',
  '*.kate-swp',
  // Files that network drives and macOS add beside a file.
  '.nfs*',
  '.fuse_hidden*',
  '._*',
  '#*#',
  '*.tmp',
  '*___jb_*___',
  IGNORE_FILE,
] as const

/** Tells whether a path is ignored on both sides. */
export type IgnoreRules = (path: string, kind: 'file' | 'folder') => boolean

/**
 * The default list plus a workspace's own lines (gitignore syntax). Changing the rules never deletes anything (S21).
 */
export function createIgnoreRules(ownLines = ''): IgnoreRules {
  const rules = ignore()
    .add([...DEFAULT_IGNORES])
    .add(ownLines)
  return (path, kind) =>
    isReserved(path) || (ignore.isPathValid(path) && rules.ignores(kind === 'folder' ? `${path}/` : path))
}
