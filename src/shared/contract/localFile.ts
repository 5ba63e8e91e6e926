import { z } from 'zod'
import { hostMutation, hostQuery } from './define.ts'
import { dateTime, nothing } from './fields.ts'

/** Bytes: a larger file is not opened in the built-in editor. */
export const LOCAL_EDITOR_LIMIT_BYTES = 5 * 1024 * 1024
/** Most matches that a search answers. */
export const MAX_SEARCH = 2000
/** How the bytes of a text were read; it is written in the same one. */
export const LOCAL_ENCODINGS = ['utf-8', 'utf-8-bom', 'gb18030'] as const

const workspace = z.object({ id: z.string().min(1).max(100) })
/** Below the workspace's folder, `/` between: `css/site.css`. */
const path = z.string().min(1, '请选择文件').max(1000, '路径不能超过 1000 个字')
const file = workspace.extend({ path })
const hash = z.string().max(64)

const localEntry = z.object({
  name: z.string(),
  path: z.string(),
  folder: z.boolean(),
  /** Bytes; 0 for a folder. */
  size: z.number(),
  /** Left alone by the sync. */
  ignored: z.boolean(),
})
export type LocalEntry = z.output<typeof localEntry>

const match = z.object({
  /** From 1. */
  line: z.number(),
  /** From 1, in UTF-16 units. */
  column: z.number(),
  length: z.number(),
  /** The line, or the part of a long one around the match. */
  text: z.string(),
  /** Where the match begins in `text`, from 0. */
  at: z.number(),
})
export type SearchMatch = z.output<typeof match>
const foundFile = z.object({ path: z.string(), matches: z.array(match) })
export type FoundFile = z.output<typeof foundFile>

const editor = z.object({ id: z.string(), title: z.string() })
const stale = ['localFiles.list', 'localFiles.find'] as const

/** Files of the folder of a workspace, for the built-in editor. Nothing outside of that folder can be reached (S36). */
export const localFileOperations = {
  /** What a folder holds; '' for the workspace's own. Folders come first. */
  'localFiles.list': hostQuery({
    title: '本地文件列表',
    input: workspace.extend({ path: z.string().max(1000) }),
    output: z.array(localEntry),
  }),
  /** The synced files whose paths fit best to what was typed. */
  'localFiles.find': hostQuery({
    title: '按名称查找本地文件',
    input: workspace.extend({ text: z.string().max(200) }),
    output: z.object({ paths: z.array(z.string()), of: z.number() }),
  }),
  /** The same in all workspaces, a few of each. */
  'localFiles.findAll': hostQuery({
    title: '在所有工作区按名称查找文件',
    input: z.object({ text: z.string().min(1).max(200) }),
    output: z.array(z.object({ id: z.string(), workspace: z.string(), path: z.string() })),
  }),
  /** Errors: unsupported for what is no text; too-large. */
  'localFiles.open': hostQuery({
    title: '打开本地文件',
    input: file,
    output: z.object({
      content: z.string(),
      encoding: z.enum(LOCAL_ENCODINGS),
      /** SHA-256, hex. */
      hash,
      /** What the sync did last with the file, and who was behind it; null when it knows nothing of it. */
      last: z.object({ at: dateTime, text: z.string() }).nullable(),
    }),
  }),
  /** What stands on the disk now; hash null: no such file any more. */
  'localFiles.versions': hostQuery({
    title: '本地文件的版本',
    input: workspace.extend({ paths: z.array(path).max(200) }),
    output: z.array(z.object({ path: z.string(), hash: hash.nullable() })),
  }),
  /**
   * Replaces the file in one step. Errors: conflict when what stands there is not `expectedHash` ('': nothing stands
   * there); not-found when it is gone; invalid when a character has no place in the encoding.
   */
  'localFiles.save': hostMutation({
    title: '保存本地文件',
    input: file.extend({
      content: z.string().max(LOCAL_EDITOR_LIMIT_BYTES, '文件内容不能超过 5 MB，请用其他编辑器修改'),
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
  /** Moves a file or folder; missing folders of the new path are made. */
  'localFiles.rename': hostMutation({
    title: '改名',
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
   * Looks for a text in all synced files. What is found comes by the event `localFiles.found` under the name `search`;
   * the answer comes at the end. Errors: invalid for a regular expression that is none.
   */
  'localFiles.search': hostQuery({
    title: '在本地文件中搜索',
    input: workspace.extend({
      search: z.uuid(),
      text: z.string().min(1, '请输入要搜索的文字').max(1000, '搜索的文字不能超过 1000 个字'),
      matchCase: z.boolean(),
      regex: z.boolean(),
      /** Patterns as in an ignore file, one after the other with commas: `*.css, pages/`. '' for all files. */
      only: z.string().max(1000),
    }),
    output: z.object({
      files: z.number(),
      matches: z.number(),
      /** Files that were read. */
      read: z.number(),
      /** Chinese, why not everything was searched; '' when it was. */
      stopped: z.string(),
    }),
  }),
  'localFiles.stopSearch': hostQuery({
    title: '停止搜索',
    input: z.object({ search: z.uuid() }),
    output: nothing,
  }),
  /** Editors that were found on this computer. */
  'localFiles.editors': hostQuery({ title: '本机的编辑器', input: z.object({}), output: z.array(editor) }),
  /** Opens the workspace's folder, or one file of it, in an editor of this computer. */
  'localFiles.openIn': hostMutation({
    title: '用其他编辑器打开',
    input: workspace.extend({ editor: z.string().max(40), path: z.string().max(1000).default('') }),
    output: nothing,
  }),
}

/** What a running search found since the last one of these. */
export const searchFound = z.object({
  search: z.string(),
  files: z.array(foundFile),
  /** Files read so far, of those to be read. */
  read: z.number(),
  of: z.number(),
})
