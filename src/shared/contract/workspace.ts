import { z } from 'zod'
import { hostMutation, hostQuery } from './define.ts'
import { none, nothing, paged, paging } from './fields.ts'
import { grant } from './host.ts'
import { fileVersion } from './templateDraft.ts'

/** Planned action for one path. */
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
  /** Why it is skipped or in conflict, in Chinese; otherwise empty. */
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
  /** Explanation of an abnormal state, in Chinese; otherwise empty. */
  reason: z.string(),
  /** ISO time of the last transfer; empty for none. */
  at: z.string(),
})
export type WorkspaceFile = z.output<typeof workspaceFile>

/** idle: in sync. halted: a safety stop waits for an answer. offline: the server is unreachable, changes are queued. */
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
 * A safety stop (sync-rules.md S17, S18). git-checkout: one stop for all changes of a branch switch. live-template: the
 * first change of a template that an enabled site uses (S41). template-errors: files to upload have errors that such a
 * site would show.
 */
export const safetyStop = z.object({
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
  /** Number of files that are not in its list and wait for a later question. */
  others: z.number(),
  /** Digest of the held steps; an answer applies to exactly these. */
  signature: z.string(),
})
export type SafetyStop = z.output<typeof safetyStop>

export const workspace = z.object({
  id: z.string(),
  connectionId: z.string(),
  templateName: z.string(),
  /** The template's folder on the server. */
  folder: z.string(),
  /** Local path, for display. */
  localPath: z.string(),
  state: z.enum(WORKSPACE_STATES),
  /** Explanation of the state, in Chinese; empty if normal. */
  message: z.string(),
  /**
   * The template's new folder and name after a rename on the server; nothing is synced until the user agrees to a plan
   * for it.
   */
  renamedTo: z.object({ folder: z.string(), name: z.string() }).nullable(),
  files: z.number(),
  waiting: z.number(),
  conflicts: z.number(),
  failed: z.number(),
  /** ISO time of the last complete sync; empty for none. */
  lastSync: z.string(),
  halt: safetyStop.nullable(),
})
export type Workspace = z.output<typeof workspace>

const byWorkspace = z.object({ id: z.string() })
const byRestorePoint = byWorkspace.extend({ moment: z.string() })
/** sync: automatic. transfer: requested. resolve: a conflict was resolved. halt: a safety stop was answered. */
export const SYNC_CAUSES = ['sync', 'transfer', 'resolve', 'halt'] as const
const conflictSide = z.object({
  exists: z.boolean(),
  /** null: binary, too large to show, or no file on this side. */
  text: z.string().nullable(),
  /** Data URL of a small picture; null for anything else. */
  picture: z.string().nullable(),
  size: z.number(),
  sha256: z.string(),
  updateTime: z.string(),
  /** Account and computer of the last change; empty if unknown. */
  author: z.string(),
})
const stale = ['workspaces.list', 'workspaces.detail'] as const
const ignoreText = z.string().max(20_000, '忽略规则不能超过 20000 个字')
/** Number of all paths, and the first of them. */
const somePaths = z.object({ count: z.number(), paths: z.array(z.string()) })

/** pull: from the server to the folder. push: from the folder to the server. sync: both. */
export const DIRECTIONS = ['sync', 'pull', 'push'] as const
export type Direction = (typeof DIRECTIONS)[number]
const transferResult = z.object({
  /** Planned steps; with `dryRun` none of them was carried out. */
  items: z.array(planItem),
  /** Number of completed steps. */
  done: z.number(),
  /** Remaining paths with the reason: conflicts, failures, steps held by a safety stop. */
  left: z.array(z.object({ path: z.string(), reason: z.string() })),
  halt: safetyStop.nullable(),
})
export type TransferResult = z.output<typeof transferResult>

export const workspaceOperations = {
  'workspaces.list': hostQuery({ title: '本地工作区', input: none, output: z.array(workspace) }),
  /**
   * Proposes a folder for a template: `~/Sitecraft/<site>/<template>`, or its previous folder. `workspace`: the
   * workspace that already syncs the template.
   */
  'workspaces.propose': hostMutation({
    title: '建议本地文件夹',
    input: z.object({ folder: z.string().max(255), templateName: z.string().max(300) }),
    output: z.object({ grant: z.string(), label: z.string(), workspace: z.string().nullable() }),
  }),
  /** Compares template and folder without changing anything (S8). Refuses unusable folders with the reason. */
  'workspaces.plan': hostMutation({
    title: '同步计划',
    /**
     * workspace: id of a workspace whose folder was moved; the plan is for the new path. Without a grant the folder
     * stays and is synced with `folder` from then on: the template instead of its draft, or vice versa.
     */
    input: z
      .object({
        folder: z.string(),
        templateName: z.string(),
        grant: grant.optional(),
        workspace: z.string().optional(),
      })
      .refine(({ grant: folderGrant, workspace: id }) => folderGrant !== undefined || id !== undefined, {
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
  /** Accepts a plan: connects the folder, carries the plan out, and keeps both sides in sync. */
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
  /** The persistent log of file operations, newest first; `key` is searched in path, text and who. */
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
        /** Account and computer; empty if unknown. */
        who: z.string(),
      }),
    ),
  }),
  /**
   * The workspace's own ignore rules (gitignore syntax), and the built-in ones. hash: '' if the file does not exist.
   */
  'workspaces.ignoreFile': hostQuery({
    title: '忽略规则',
    input: byWorkspace,
    output: z.object({ text: z.string(), hash: z.string(), always: z.array(z.string()) }),
  }),
  /** Paths that changed rules would exclude or include again; a folder's path ends with a slash. */
  'workspaces.previewIgnores': hostQuery({
    title: '忽略规则预览',
    input: byWorkspace.extend({ text: ignoreText }),
    output: z.object({ leftOut: somePaths, takenUp: somePaths }),
  }),
  /**
   * Writes the rules; nothing is deleted on either side (S21). Refused (conflict) if the file does not match `hash`.
   */
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
      /** Three-way merge of both texts; null if a side is binary. clean: the merge has no conflicts. */
      merged: z.object({ text: z.string(), clean: z.boolean() }).nullable(),
    }),
  }),
  /**
   * 用本地 / 用服务器 / 合并 / 保留两份. 保留两份: the local version keeps the name, the server's version gets a new name beside it, and
   * both are synced. Refused (conflict) if a side no longer has the displayed hash.
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
   * Runs one sync, also of a paused workspace, in one direction or both, and returns when it is done. `only`: paths in
   * gitignore syntax; others are untouched (S22). A pull keeps files unknown to the server (S23), a push keeps files
   * missing in the folder; conflicts are reported and left.
   */
  'workspaces.transfer': hostMutation({
    title: '拉取或推送',
    input: byWorkspace.extend({
      direction: z.enum(DIRECTIONS),
      only: z.array(z.string().min(1).max(2000)).max(1000).default([]),
      dryRun: z.boolean().default(false),
    }),
    output: transferResult,
    stale: [...stale, 'workspaces.trash', 'workspaces.halt'],
  }),
  'workspaces.pause': hostMutation({ title: '暂停同步', input: byWorkspace, output: workspace, stale }),
  'workspaces.resume': hostMutation({ title: '继续同步', input: byWorkspace, output: workspace, stale }),
  /** Steps held back by a safety stop, file by file, as the first plan shows them. */
  'workspaces.halt': hostQuery({
    title: '安全停止的清单',
    input: byWorkspace,
    output: z.object({ halt: safetyStop.nullable(), items: z.array(planItem) }),
  }),
  /**
   * Answers a safety stop: proceed with the held steps, or restore files from the other side. Refused (conflict) if the
   * files differ from `signature`, and for a missing folder, which only its return resolves.
   */
  'workspaces.answerHalt': hostMutation({
    title: '处理安全停止',
    input: byWorkspace.extend({ answer: z.enum(['proceed', 'restore']), signature: z.string() }),
    output: workspace,
    stale: [...stale, 'workspaces.halt'],
  }),
  /** Ends the sync; files remain on both sides. */
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
        /** Id of the restore point: equal for all files removed by one sync or one answer to a safety stop. */
        moment: z.string(),
      }),
    ),
  }),
  /**
   * Restore points: the changes of each sync, answer or resolution on both sides, newest first; retained for 30 days.
   */
  'workspaces.moments': hostQuery({
    title: '同步历史',
    input: byWorkspace,
    output: z.array(
      z.object({
        moment: z.string(),
        at: z.string(),
        cause: z.enum(SYNC_CAUSES),
        files: z.number(),
        /** Number of files changed on this computer; `authors` changed the others. */
        own: z.number(),
        authors: z.array(z.string()),
      }),
    ),
  }),
  'workspaces.momentFiles': hostQuery({
    title: '同步历史的文件',
    input: byRestorePoint,
    output: z.array(
      z.object({
        path: z.string(),
        kind: z.enum(['file', 'folder']),
        size: z.number(),
        /** The side of the change, and its author on the server. */
        side: z.enum(['local', 'remote']),
        by: z.string(),
        /** The previous state in comparison with the folder now. */
        state: z.enum(['same', 'changed', 'missing', 'added']),
        /** Changed again after the restore point, so it is not restored. */
        since: z.boolean(),
      }),
    ),
  }),
  'workspaces.momentFile': hostQuery({
    title: '同步历史的一个文件',
    input: byRestorePoint.extend({ path: z.string() }),
    output: z.object({ before: fileVersion, now: fileVersion }),
  }),
  /**
   * Restores the folder to the state before a restore point, completely (no paths) or in part; sync then uploads it to
   * the server.
   */
  'workspaces.putBack': hostMutation({
    title: '还原同步历史',
    input: byRestorePoint.extend({ paths: z.array(z.string()).max(50_000).default([]) }),
    output: z.object({ restored: z.number(), left: z.array(z.object({ path: z.string(), reason: z.string() })) }),
    stale: [...stale, 'workspaces.trash', 'workspaces.moments', 'workspaces.momentFiles', 'workspaces.momentFile'],
  }),
  /** Restores all files that one sync removed. Files whose path is occupied stay in the trash and are listed. */
  'workspaces.restoreMoment': hostMutation({
    title: '全部还原',
    input: byWorkspace.extend({ moment: z.string() }),
    output: z.object({ restored: z.number(), left: z.array(z.object({ path: z.string(), reason: z.string() })) }),
    stale: [...stale, 'workspaces.trash'],
  }),
  /** Restores a deleted file in the local folder; sync then uploads it to the server. */
  'workspaces.restoreTrash': hostMutation({
    title: '还原',
    input: byWorkspace.extend({ entry: z.string() }),
    output: nothing,
    stale: [...stale, 'workspaces.trash'],
  }),
}
