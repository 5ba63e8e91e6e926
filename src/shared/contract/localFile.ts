import { z } from 'zod'
import { hostMutation, hostQuery } from './define.ts'
import { dateTime, nothing } from './fields.ts'

/** Size limit of a file in the built-in editor, in bytes. */
export const MAX_LOCAL_EDITOR_BYTES = 5 * 1024 * 1024
/** Maximum number of matches of a search. */
export const MAX_SEARCH_MATCHES = 2000
/** Encoding of a text file; a save writes it in the same encoding. */
export const LOCAL_ENCODINGS = ['utf-8', 'utf-8-bom', 'gb18030'] as const

const workspace = z.object({ id: z.string().min(1).max(100) })
/** Path within the workspace's folder, with `/`: `css/site.css`. */
const path = z.string().min(1, '请选择文件').max(1000, '路径不能超过 1000 个字')
const file = workspace.extend({ path })
const hash = z.string().max(64)

const localEntry = z.object({
  name: z.string(),
  path: z.string(),
  folder: z.boolean(),
  /** Bytes; 0 for a folder. */
  size: z.number(),
  /** Excluded from the sync. */
  ignored: z.boolean(),
})
export type LocalEntry = z.output<typeof localEntry>

const match = z.object({
  /** From 1. */
  line: z.number(),
  /** From 1, in UTF-16 units. */
  column: z.number(),
  length: z.number(),
  /** The line, or the part around the match if the line is long. */
  text: z.string(),
  /** Offset of the match in `text`, from 0. */
  at: z.number(),
})
export type SearchMatch = z.output<typeof match>
const fileMatches = z.object({ path: z.string(), matches: z.array(match) })
export type FileMatches = z.output<typeof fileMatches>

const editor = z.object({ id: z.string(), title: z.string() })
const stale = ['localFiles.list', 'localFiles.find'] as const

/** Files in a workspace's folder, for the built-in editor. Files outside of the folder are unreachable (S36). */
export const localFileOperations = {
  /** Entries of a folder, folders first; '' for the workspace's root folder. */
  'localFiles.list': hostQuery({
    title: '本地文件列表',
    input: workspace.extend({ path: z.string().max(1000) }),
    output: z.array(localEntry),
  }),
  /** The synced files with the best matching paths. */
  'localFiles.find': hostQuery({
    title: '按名称查找本地文件',
    input: workspace.extend({ text: z.string().max(200) }),
    output: z.object({ paths: z.array(z.string()), of: z.number() }),
  }),
  /** Like localFiles.find, with a few files of each workspace. */
  'localFiles.findAll': hostQuery({
    title: '在所有工作区按名称查找文件',
    input: z.object({ text: z.string().min(1).max(200) }),
    output: z.array(z.object({ id: z.string(), workspace: z.string(), path: z.string() })),
  }),
  /** Errors: unsupported for binary files; too-large. */
  'localFiles.open': hostQuery({
    title: '打开本地文件',
    input: file,
    output: z.object({
      content: z.string(),
      encoding: z.enum(LOCAL_ENCODINGS),
      /** SHA-256, hex. */
      hash,
      /** The last sync action on the file and who caused it; null if unknown. */
      last: z.object({ at: dateTime, text: z.string() }).nullable(),
    }),
  }),
  /** Current hashes of files on disk; null: the file does not exist. */
  'localFiles.versions': hostQuery({
    title: '本地文件的版本',
    input: workspace.extend({ paths: z.array(path).max(200) }),
    output: z.array(z.object({ path: z.string(), hash: hash.nullable() })),
  }),
  /**
   * Replaces the file atomically. Errors: conflict if its current hash is not `expectedHash` ('': the file must not
   * exist); not-found if it was deleted; invalid if the encoding lacks a character.
   */
  'localFiles.save': hostMutation({
    title: '保存本地文件',
    input: file.extend({
      content: z.string().max(MAX_LOCAL_EDITOR_BYTES, '文件内容不能超过 5 MB，请用其他编辑器修改'),
      encoding: z.enum(LOCAL_ENCODINGS),
      expectedHash: hash,
    }),
    output: z.object({ hash }),
    stale: ['localFiles.list', 'livePreview.check'],
  }),
  'localFiles.create': hostMutation({
    title: '新建本地文件',
    input: file.extend({ folder: z.boolean() }),
    output: nothing,
    stale,
  }),
  /** Moves a file or folder; creates missing folders of the new path. */
  'localFiles.rename': hostMutation({
    title: '重命名',
    input: file.extend({ to: path }),
    output: nothing,
    stale,
  }),
  /** Moves a file, or all files of a folder, to the trash of the workspace. */
  'localFiles.remove': hostMutation({
    title: '删除本地文件',
    input: file,
    output: z.object({ files: z.number() }),
    stale: [...stale, 'workspaces.trash'],
  }),
  /**
   * Searches a text in all synced files. Matches arrive as `localFiles.found` events with the id `search`; the call
   * returns when the search ends. Errors: invalid for an invalid regular expression.
   */
  'localFiles.search': hostQuery({
    title: '在本地文件中搜索',
    input: workspace.extend({
      search: z.uuid(),
      text: z.string().min(1, '请输入要搜索的文字').max(1000, '搜索的文字不能超过 1000 个字'),
      matchCase: z.boolean(),
      regex: z.boolean(),
      /** Comma-separated patterns as in an ignore file: `*.css, pages/`. '' for all files. */
      only: z.string().max(1000),
    }),
    output: z.object({
      files: z.number(),
      matches: z.number(),
      /** Number of searched files. */
      read: z.number(),
      /** Why not everything was searched, in Chinese; '' otherwise. */
      stopped: z.string(),
    }),
  }),
  'localFiles.stopSearch': hostQuery({
    title: '停止搜索',
    input: z.object({ search: z.uuid() }),
    output: nothing,
  }),
  /** Editors installed on this computer. */
  'localFiles.editors': hostQuery({ title: '本机的编辑器', input: z.object({}), output: z.array(editor) }),
  /** Opens the workspace's folder, or one of its files, in an installed editor. */
  'localFiles.openIn': hostMutation({
    title: '用其他编辑器打开',
    input: workspace.extend({ editor: z.string().max(40), path: z.string().max(1000).default('') }),
    output: nothing,
  }),
}

/** Progress of a running search, with the matches since the last event. */
export const searchProgress = z.object({
  search: z.string(),
  files: z.array(fileMatches),
  /** Files searched so far, of `of`. */
  read: z.number(),
  of: z.number(),
})
