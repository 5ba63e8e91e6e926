import { z } from 'zod'
import { hostMutation, hostQuery } from './define.ts'
import { none, nothing } from './fields.ts'
import { selfTestReport } from './selfTest.ts'
import { WORKSPACE_STATES } from './workspace.ts'

/** Parts of the program that write into its log. */
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
/** From the mildest to the gravest. */
export const LOG_LEVELS = ['info', 'warn', 'error'] as const
export type LogLevel = (typeof LOG_LEVELS)[number]
/** Most lines that one call answers. */
export const LOG_PAGE = 500

/** A line's place in the log, `<file>:<byte>`; stays the same when the log goes on in another file. */
const logPlace = z.string().regex(/^(\d+:\d+)?$/)

export const logEntry = z.object({
  id: z.string(),
  /** ms since 1970. */
  time: z.number(),
  level: z.enum(LOG_LEVELS),
  area: z.enum(LOG_AREAS),
  text: z.string(),
  /** What stands in the line besides, as JSON; '' for nothing. */
  facts: z.string(),
})
export type LogEntry = z.output<typeof logEntry>

export const logQuery = z.object({
  /** This level and graver ones. */
  level: z.enum(LOG_LEVELS).default('info'),
  /** '' for all. */
  area: z.union([z.literal(''), z.enum(LOG_AREAS)]).default(''),
  /** In any place of the line, in upper or lower case; '' for all. */
  text: z.string().trim().max(200, '搜索的文字不能超过 200 个字').default(''),
  /** ms since 1970; 0 for no limit. */
  from: z.number().min(0).default(0),
  to: z.number().min(0).default(0),
  /** Lines before this place. */
  before: logPlace.default(''),
  /** Lines after this place alone. */
  after: logPlace.default(''),
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

/** What goes on in the program now. */
export const running = z.object({
  /** ms since 1970. */
  startedAt: z.number(),
  processes: z.array(
    z.object({
      name: z.string(),
      pid: z.number(),
      /** Percent of one processor since the last look; null where the system doesn't say. */
      cpu: z.number().nullable(),
      /** Bytes; null where the system doesn't say. */
      memory: z.number().nullable(),
    }),
  ),
  /** The built-in server; port 0: it does not run. */
  serverPort: z.number(),
  uploads: z.object({ open: z.number(), active: z.number(), failed: z.number() }),
  workspaces: z.array(
    z.object({ name: z.string(), state: z.enum(WORKSPACE_STATES), waiting: z.number(), failed: z.number() }),
  ),
  /** Of the account on the current server; null without one. */
  jobs: z.array(z.object({ title: z.string(), state: z.string(), progress: z.number() })).nullable(),
  folder: z.object({
    path: z.string(),
    parts: z.array(z.object({ name: z.string(), bytes: z.number() })),
    /** Of the disk; null where the system doesn't say. */
    free: z.number().nullable(),
    /** ms since 1970. */
    countedAt: z.number(),
  }),
})
export type Running = z.output<typeof running>

/** A file of the diagnostic package, whole, as it will be saved. */
const packageFile = z.object({ name: z.string(), title: z.string(), bytes: z.number(), text: z.string() })
export type PackageFile = z.output<typeof packageFile>

export const diagnosticsOperations = {
  /** The newest lines first. `next`: where older ones go on; '' when there are none. */
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
  /** Gathers the diagnostic package, without names, contents and secrets; it is kept until the next one. */
  'diagnostics.prepare': hostMutation({
    title: '收集诊断信息',
    input: none,
    output: z.object({ id: z.string(), files: z.array(packageFile) }),
  }),
  /** Saves these files of the gathered package as a zip: through a dialog, or by an address that the page downloads. */
  'diagnostics.save': hostMutation({
    title: '保存诊断包',
    input: z.object({
      id: z.string().max(64),
      names: z.array(z.string().max(100)).min(1, '请至少选择一个文件').max(50),
    }),
    output: z.object({ href: z.string(), name: z.string(), savedAs: z.string() }),
  }),
  /** Starts the program once more, in a data folder of its own, and tries its main ways; answers when it has ended. */
  'diagnostics.selfTest': hostMutation({ title: '自检', input: none, output: selfTestReport }),
  /** Ends a self-test before its time. */
  'diagnostics.stopSelfTest': hostMutation({ title: '停止自检', input: none, output: nothing }),
  /** Goes on as after a start without --safe: workspaces synchronise again. */
  'diagnostics.leaveSafe': hostMutation({ title: '正常启动', input: none, output: nothing, stale: ['app.info'] }),
}
