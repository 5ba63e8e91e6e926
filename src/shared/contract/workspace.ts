import { z } from 'zod'
import { hostMutation, hostQuery } from './define.ts'
import { none, nothing, paged, paging } from './fields.ts'
import { grant } from './host.ts'
import { fileVersion } from './templateDraft.ts'

/** What a plan would do with one path. */
const PLAN_ACTIONS = [
  'download',
  'upload',
  'delete-local',
  'delete-remote',
  'make-local-folder',
  'make-remote-folder',
  'conflict',
  'adopt',
  'skip',
] as const
export const planItem = z.object({
  path: z.string(),
  action: z.enum(PLAN_ACTIONS),
  size: z.number(),
  /** Why it is skipped or a conflict, in Chinese; empty otherwise. */
  reason: z.string(),
})
export type PlanItem = z.output<typeof planItem>

/** State of one file in a workspace. */
export const FILE_STATES = [
  'synced',
  'local-changed',
  'remote-changed',
  'uploading',
  'downloading',
  'waiting',
  'conflict',
  'failed',
  'ignored',
  'unsupported',
] as const
const workspaceFile = z.object({
  path: z.string(),
  kind: z.enum(['file', 'folder']),
  state: z.enum(FILE_STATES),
  size: z.number(),
  /** Chinese explanation of a state that is not plain; empty otherwise. */
  reason: z.string(),
  /** ISO time of the last transfer; empty when there was none. */
  at: z.string(),
})
export type WorkspaceFile = z.output<typeof workspaceFile>

/** idle: in sync. halted: a safety stop waits for an answer. offline: the server is unreachable, changes queue up. */
export const WORKSPACE_STATES = [
  'starting',
  'idle',
  'syncing',
  'offline',
  'signed-out',
  'paused',
  'halted',
  'locked',
  'failed',
] as const

/**
 * A safety stop (sync-rules.md S17, S18). git-checkout: one for all that a change of branch would do. live-template: the first
 * change for a template that an enabled site uses (S41). template-errors: files to be sent have errors
 * that such a site would show.
 */
export const halt = z.object({
  kind: z.enum([
    'local-root-missing',
    'local-emptied',
    'remote-emptied',
    'mass-delete-local',
    'mass-delete-remote',
    'all-changed',
    'git-checkout',
    'live-template',
    'template-errors',
  ]),
  message: z.string(),
  deletes: z.number(),
  total: z.number(),
  /** Files that are not in its list and wait for a question that comes after this one. */
  others: z.number(),
  /** Names exactly what is held; an answer is about this and nothing else. */
  signature: z.string(),
})
export type Halt = z.output<typeof halt>

export const workspace = z.object({
  id: z.string(),
  connectionId: z.string(),
  templateName: z.string(),
  /** The template's folder on the server. */
  folder: z.string(),
  /** Where it lies on this machine, for showing. */
  localPath: z.string(),
  state: z.enum(WORKSPACE_STATES),
  /** Chinese explanation of the state; empty when plain. */
  message: z.string(),
  /** The template under its new folder, when that was renamed on the server; nothing is synced until a plan for it is agreed to. */
  renamedTo: z.object({ folder: z.string(), name: z.string() }).nullable(),
  files: z.number(),
  waiting: z.number(),
  conflicts: z.number(),
  failed: z.number(),
  /** ISO time of the last complete sync; empty when there was none. */
  lastSync: z.string(),
  halt: halt.nullable(),
})
export type Workspace = z.output<typeof workspace>

const byWorkspace = z.object({ id: z.string() })
const byMoment = byWorkspace.extend({ moment: z.string() })
/** sync: by itself. transfer: asked for. resolve: a conflict was settled. halt: a safety stop was answered. */
export const MOMENT_CAUSES = ['sync', 'transfer', 'resolve', 'halt'] as const
const conflictSide = z.object({
  exists: z.boolean(),
  /** null: not a text, too large to show, or the side has no file. */
  text: z.string().nullable(),
  /** A data URL of a picture that is not too large; null for anything else. */
  picture: z.string().nullable(),
  size: z.number(),
  sha256: z.string(),
  updateTime: z.string(),
  /** Who wrote it last, and on which computer; empty when it is not known. */
  author: z.string(),
})
const stale = ['workspaces.list', 'workspaces.detail'] as const
const ignoreText = z.string().max(20_000, '忽略规则不能超过 20000 个字')
/** Some of many: all are counted, the first are named. */
const somePaths = z.object({ count: z.number(), paths: z.array(z.string()) })

/** pull: what the server has goes into the folder. push: what the folder has goes to the server. sync: both. */
export const DIRECTIONS = ['sync', 'pull', 'push'] as const
export type Direction = (typeof DIRECTIONS)[number]
const transferred = z.object({
  /** What was to be done, as a plan shows it; with `dryRun` nothing of it was. */
  items: z.array(planItem),
  /** Steps that were carried out. */
  done: z.number(),
  /** What is left, and why: conflicts, failures, what a safety stop holds back. */
  left: z.array(z.object({ path: z.string(), reason: z.string() })),
  halt: halt.nullable(),
})
export type Transferred = z.output<typeof transferred>

export const workspaceOperations = {
  'workspaces.list': hostQuery({ title: '本地工作区', input: none, output: z.array(workspace) }),
  /**
   * A folder for a template that nobody has to choose: `~/Sitecraft/<site>/<template>`, or where it was before. `workspace`:
   * the template is synced already, by this one.
   */
  'workspaces.propose': hostMutation({
    title: '建议本地文件夹',
    input: z.object({ folder: z.string().max(255), templateName: z.string().max(300) }),
    output: z.object({ grant: z.string(), label: z.string(), workspace: z.string().nullable() }),
  }),
  /** Compares template and folder without moving anything (S8). Refuses folders that can't be used, with the reason. */
  'workspaces.plan': hostMutation({
    title: '同步计划',
    /**
     * workspace: the id of one whose folder was moved; the plan is for its new place. Without a grant its folder stays, and
     * is synced with `folder` from then on: the template instead of its draft, or the draft.
     */
    input: z
      .object({
        folder: z.string(),
        templateName: z.string(),
        grant: grant.optional(),
        workspace: z.string().optional(),
      })
      .refine(({ grant: given, workspace: id }) => given !== undefined || id !== undefined, {
        path: ['grant'],
        message: '请选择本机的文件夹',
      }),
    output: z.object({
      planId: z.string(),
      localPath: z.string(),
      items: z.array(planItem),
      downloadBytes: z.number(),
      uploadBytes: z.number(),
      warnings: z.array(z.string()),
    }),
  }),
  /** Agrees to a plan: connects the folder, carries the plan out, and keeps both in step from then on. */
  'workspaces.connect': hostMutation({
    title: '同步到本地',
    input: z.object({ planId: z.string() }),
    output: workspace,
    stale,
  }),
  'workspaces.detail': hostQuery({
    title: '工作区详情',
    input: byWorkspace,
    output: z.object({
      workspace,
      files: z.array(workspaceFile),
      log: z.array(
        z.object({ at: z.string(), path: z.string(), text: z.string(), level: z.enum(['info', 'warning', 'error']) }),
      ),
    }),
  }),
  /** The lasting log of file operations, the newest first; `key` is looked for in path, text and who. */
  'workspaces.log': hostQuery({
    title: '同步日志',
    input: paging({ id: z.string(), level: z.enum(['', 'info', 'warning', 'error']).default('') }),
    output: paged(
      z.object({
        id: z.number(),
        /** ISO time. */
        at: z.string(),
        level: z.enum(['info', 'warning', 'error']),
        path: z.string(),
        text: z.string(),
        /** Person and computer; empty when it is not known. */
        who: z.string(),
      }),
    ),
  }),
  /** The workspace's own ignore rules (gitignore's syntax), and those that always hold. hash: '' while there is no file. */
  'workspaces.ignoreFile': hostQuery({
    title: '忽略规则',
    input: byWorkspace,
    output: z.object({ text: z.string(), hash: z.string(), always: z.array(z.string()) }),
  }),
  /** What other rules would leave out, and what they would take up again; a folder's path ends with a slash. */
  'workspaces.previewIgnores': hostQuery({
    title: '忽略规则预览',
    input: byWorkspace.extend({ text: ignoreText }),
    output: z.object({ leftOut: somePaths, takenUp: somePaths }),
  }),
  /** Writes the rules; nothing is deleted on either side (S21). Refused (conflict) when the file is not the one of `hash`. */
  'workspaces.saveIgnoreFile': hostMutation({
    title: '保存忽略规则',
    input: byWorkspace.extend({ text: ignoreText, hash: z.string() }),
    output: nothing,
    stale: [...stale, 'workspaces.ignoreFile', 'workspaces.previewIgnores'],
  }),
  'workspaces.conflict': hostQuery({
    title: '冲突详情',
    input: byWorkspace.extend({ path: z.string() }),
    output: z.object({
      path: z.string(),
      base: z.string().nullable(),
      local: conflictSide,
      remote: conflictSide,
      /** Three-way merge of both texts; null when a side is not a text. clean: no place needs a decision. */
      merged: z.object({ text: z.string(), clean: z.boolean() }).nullable(),
    }),
  }),
  /**
   * 用本地 / 用服务器 / 合并 / 保留两份: the local version keeps the name, the server's gets one of its own beside it, and
   * both are synced. The sides' hashes are those shown; when one has changed since, it is refused (conflict).
   */
  'workspaces.resolve': hostMutation({
    title: '解决冲突',
    input: byWorkspace.extend({
      path: z.string(),
      choice: z.enum(['local', 'remote', 'both', 'merge']),
      text: z.string().optional(),
      localSha256: z.string(),
      remoteSha256: z.string(),
    }),
    output: nothing,
    stale: [...stale, 'workspaces.conflict'],
  }),
  'workspaces.syncNow': hostMutation({ title: '立即同步', input: byWorkspace, output: nothing, stale }),
  /**
   * One sync, also of a paused workspace, in one direction or both, and answers when it is done. `only`: paths, in gitignore's
   * syntax; nothing else is touched (S22). A pull leaves files that the server does not know (S23), a push those that the
   * folder does not have; conflicts are told and left.
   */
  'workspaces.transfer': hostMutation({
    title: '拉取或推送',
    input: byWorkspace.extend({
      direction: z.enum(DIRECTIONS),
      only: z.array(z.string().min(1).max(2000)).max(1000).default([]),
      dryRun: z.boolean().default(false),
    }),
    output: transferred,
    stale: [...stale, 'workspaces.trash', 'workspaces.halt'],
  }),
  'workspaces.pause': hostMutation({ title: '暂停同步', input: byWorkspace, output: workspace, stale }),
  'workspaces.resume': hostMutation({ title: '继续同步', input: byWorkspace, output: workspace, stale }),
  /** What a safety stop holds back, file by file, as the first plan shows it. */
  'workspaces.halt': hostQuery({
    title: '安全停止的清单',
    input: byWorkspace,
    output: z.object({ halt: halt.nullable(), items: z.array(planItem) }),
  }),
  /**
   * Answers a safety stop: carry out what is held, or put things back from the other side. Refused (conflict) when the
   * files are other ones than `signature` names, and for a missing folder, which nothing can be agreed to about.
   */
  'workspaces.answerHalt': hostMutation({
    title: '处理安全停止',
    input: byWorkspace.extend({ answer: z.enum(['proceed', 'restore']), signature: z.string() }),
    output: workspace,
    stale: [...stale, 'workspaces.halt'],
  }),
  /** Ends the sync; the files stay on both sides. */
  'workspaces.disconnect': hostMutation({ title: '断开同步', input: byWorkspace, output: nothing, stale }),
  'workspaces.reveal': hostMutation({ title: '打开本地文件夹', input: byWorkspace, output: nothing }),
  'workspaces.trash': hostQuery({
    title: '同步回收站',
    input: byWorkspace,
    output: z.array(
      z.object({
        entry: z.string(),
        path: z.string(),
        side: z.enum(['local', 'remote']),
        size: z.number(),
        at: z.string(),
        /** Equal for all that one sync, or one answer to a safety stop, took away. */
        moment: z.string(),
      }),
    ),
  }),
  /** What each sync, answer or choice did to both sides, the newest first; kept 30 days. */
  'workspaces.moments': hostQuery({
    title: '同步历史',
    input: byWorkspace,
    output: z.array(
      z.object({
        moment: z.string(),
        at: z.string(),
        cause: z.enum(MOMENT_CAUSES),
        files: z.number(),
        /** Of these, changed on this computer; `authors` changed the others. */
        own: z.number(),
        authors: z.array(z.string()),
      }),
    ),
  }),
  'workspaces.momentFiles': hostQuery({
    title: '同步历史的文件',
    input: byMoment,
    output: z.array(
      z.object({
        path: z.string(),
        kind: z.enum(['file', 'folder']),
        size: z.number(),
        /** Which side had the change, and who made it on the server. */
        side: z.enum(['local', 'remote']),
        by: z.string(),
        /** The state before, beside what is in the folder now. */
        state: z.enum(['same', 'changed', 'missing', 'added']),
        /** It was changed once more after the moment: it is left as it is. */
        since: z.boolean(),
      }),
    ),
  }),
  'workspaces.momentFile': hostQuery({
    title: '同步历史的一个文件',
    input: byMoment.extend({ path: z.string() }),
    output: z.object({ before: fileVersion, now: fileVersion }),
  }),
  /** Puts the folder back to the state before a moment, whole (no paths) or some of it; sync carries it to the server. */
  'workspaces.putBack': hostMutation({
    title: '放回同步历史',
    input: byMoment.extend({ paths: z.array(z.string()).max(50_000).default([]) }),
    output: z.object({ restored: z.number(), left: z.array(z.object({ path: z.string(), reason: z.string() })) }),
    stale: [...stale, 'workspaces.trash', 'workspaces.moments', 'workspaces.momentFiles', 'workspaces.momentFile'],
  }),
  /** Puts back all that one sync took away. Files whose place is taken stay in the trash and are named. */
  'workspaces.restoreMoment': hostMutation({
    title: '全部还原',
    input: byWorkspace.extend({ moment: z.string() }),
    output: z.object({ restored: z.number(), left: z.array(z.object({ path: z.string(), reason: z.string() })) }),
    stale: [...stale, 'workspaces.trash'],
  }),
  /** Puts a deleted file back on the local side; sync then carries it to the server. */
  'workspaces.restoreTrash': hostMutation({
    title: '还原',
    input: byWorkspace.extend({ entry: z.string() }),
    output: nothing,
    stale: [...stale, 'workspaces.trash'],
  }),
}
