import { z } from 'zod'
import { hostMutation, hostQuery } from './define.ts'
import { none, nothing } from './fields.ts'
import { selfTestReport } from './selfTest.ts'
import { WORKSPACE_STATES } from './workspace.ts'

/** Parts of the program that write to its log. */
export const LOG_AREAS = [
  'program',
  'operations',
  'session',
  'network',
  'server',
  'sync',
  'uploads',
  'preview',
  'updates',
] as const
export type LogArea = (typeof LOG_AREAS)[number]
/** From least to most severe. */
export const LOG_LEVELS = ['info', 'warn', 'error'] as const
export type LogLevel = (typeof LOG_LEVELS)[number]
/** Maximum number of lines in a response. */
export const LOG_PAGE = 500

/** Position of a line in the log, `<file>:<byte>`; log rotation does not change it. */
const logPosition = z.string().regex(/^(\d+:\d+)?$/)

export const logEntry = z.object({
  id: z.string(),
  /** ms since 1970. */
  time: z.number(),
  level: z.enum(LOG_LEVELS),
  area: z.enum(LOG_AREAS),
  text: z.string(),
  /** Additional data of the line as JSON; '' for none. */
  facts: z.string(),
})
export type LogEntry = z.output<typeof logEntry>

export const logQuery = z.object({
  /** Minimum level. */
  level: z.enum(LOG_LEVELS).default('info'),
  /** '' for all. */
  area: z.union([z.literal(''), z.enum(LOG_AREAS)]).default(''),
  /** Searched anywhere in the line, case-insensitive; '' for all. */
  text: z.string().trim().max(200, '搜索的文字不能超过 200 个字').default(''),
  /** ms since 1970; 0 for no limit. */
  from: z.number().min(0).default(0),
  to: z.number().min(0).default(0),
  /** Only lines before this position. */
  before: logPosition.default(''),
  /** Only lines after this position. */
  after: logPosition.default(''),
})
export type LogQuery = z.output<typeof logQuery>

export const crashReport = z.object({
  id: z.string(),
  /** ms since 1970. */
  time: z.number(),
  process: z.enum(['host', 'server', 'window', 'other']),
  text: z.string(),
  version: z.string(),
  details: z.string(),
})
export type CrashReport = z.output<typeof crashReport>

/** Current activity of the program. */
export const running = z.object({
  /** ms since 1970. */
  startedAt: z.number(),
  processes: z.array(
    z.object({
      name: z.string(),
      pid: z.number(),
      /** Percent of one processor since the last measurement; null where the system does not report it. */
      cpu: z.number().nullable(),
      /** Bytes; null where the system does not report it. */
      memory: z.number().nullable(),
    }),
  ),
  /** Port of the built-in server; 0: it does not run. */
  serverPort: z.number(),
  uploads: z.object({ open: z.number(), active: z.number(), failed: z.number() }),
  workspaces: z.array(
    z.object({ name: z.string(), state: z.enum(WORKSPACE_STATES), waiting: z.number(), failed: z.number() }),
  ),
  /** Jobs of the account on the current server; null without an account. */
  jobs: z.array(z.object({ title: z.string(), state: z.string(), progress: z.number() })).nullable(),
  folder: z.object({
    path: z.string(),
    parts: z.array(z.object({ name: z.string(), bytes: z.number() })),
    /** Free bytes of the disk; null where the system does not report it. */
    free: z.number().nullable(),
    /** ms since 1970. */
    countedAt: z.number(),
  }),
})
export type Running = z.output<typeof running>

/** A file of the diagnostic package, complete, as it will be saved. */
const packageFile = z.object({ name: z.string(), title: z.string(), bytes: z.number(), text: z.string() })
export type PackageFile = z.output<typeof packageFile>

export const diagnosticsOperations = {
  /** Newest lines first. `next`: position to continue with older lines; '' if there are none. */
  'diagnostics.log': hostQuery({
    title: '日志',
    input: logQuery,
    output: z.object({ entries: z.array(logEntry), next: z.string() }),
  }),
  'diagnostics.crashes': hostQuery({
    title: '崩溃报告',
    input: none,
    output: z.object({ reports: z.array(crashReport), dumps: z.number(), folder: z.string() }),
  }),
  'diagnostics.clearCrashes': hostMutation({
    title: '删除崩溃报告',
    input: none,
    output: nothing,
    stale: ['diagnostics.crashes'],
  }),
  'diagnostics.running': hostQuery({ title: '运行状况', input: none, output: running }),
  /** Collects the diagnostic package, without names, contents and secrets; it is retained until the next call. */
  'diagnostics.prepare': hostMutation({
    title: '收集诊断信息',
    input: none,
    output: z.object({ id: z.string(), files: z.array(packageFile) }),
  }),
  /** Saves these files of the package as a zip, through a dialog or through an address that the page downloads. */
  'diagnostics.save': hostMutation({
    title: '保存诊断包',
    input: z.object({
      id: z.string().max(64),
      names: z.array(z.string().max(100)).min(1, '请至少选择一个文件').max(50),
    }),
    output: z.object({ href: z.string(), name: z.string(), savedAs: z.string() }),
  }),
  /**
   * Starts a second instance of the program with its own data folder and tests its main functions; returns when it has
   * ended.
   */
  'diagnostics.selfTest': hostMutation({ title: '自检', input: none, output: selfTestReport }),
  /** Aborts a self-test. */
  'diagnostics.stopSelfTest': hostMutation({ title: '停止自检', input: none, output: nothing }),
  /** Leaves safe mode (--safe): workspaces synchronise again. */
  'diagnostics.leaveSafe': hostMutation({ title: '正常启动', input: none, output: nothing, stale: ['app.info'] }),
}
