import ignore from 'ignore'
import { IGNORE_FILE, isReserved } from './names.ts'

/** Never synced: other programs' own folders, system litter, editors' temp and backup files. */
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
  // Who has a document open (LibreOffice, WPS): it names the person and the computer.
  '.~*',
  '.goutputstream-*',
  '*.kate-swp',
  // What a network drive or macOS puts beside a file.
  '.nfs*',
  '.fuse_hidden*',
  '._*',
  '#*#',
  '*.tmp',
  '*___jb_*___',
  IGNORE_FILE,
] as const

/** Answers whether a path is left alone on both sides. */
export type IgnoreRules = (path: string, kind: 'file' | 'folder') => boolean

/** The default list and a workspace's own lines (gitignore's syntax). Changing them never deletes anything (S21). */
export function ignoreRules(ownLines = ''): IgnoreRules {
  const rules = ignore()
    .add([...DEFAULT_IGNORES])
    .add(ownLines)
  return (path, kind) =>
    isReserved(path) || (ignore.isPathValid(path) && rules.ignores(kind === 'folder' ? `${path}/` : path))
}
