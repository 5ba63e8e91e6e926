import { z } from 'zod'
import { withAreaTitles, cms, mutation, query, session } from './define.ts'
import { byId, none, nothing } from './fields.ts'

const JOB_KINDS = [
  'site.copy',
  'statics.build',
  'statics.clean',
  'statics.schedule',
  'content.reindex',
  'content.initials',
  'copyRule.run',
  'content.schedule',
  'approval.remind',
  'copyRule.follow',
  'wechat.run',
  'statics.links',
  'site.deploy',
  'site.deployCheck',
  'site.deployOnTime',
  'channel.send',
  'channel.receipts',
  'webhook.send',
  'site.export',
  'site.import',
  'server.backup',
  'contentImport.read',
  'contentImport.run',
] as const
export type JobKind = (typeof JOB_KINDS)[number]

export const JOB_STATES = ['queued', 'running', 'done', 'failed', 'cancelled'] as const

/** A long-running task of the server. `message` is the current step, or the reason of its end, in Chinese. */
export const job = z.object({
  id: z.number(),
  kind: z.enum(JOB_KINDS),
  title: z.string(),
  state: z.enum(JOB_STATES),
  /** 0 to 100. */
  progress: z.number(),
  message: z.string(),
  siteId: z.number(),
  /** Id of the job's result (the new site of a copy); 0 for none. */
  resultId: z.number(),
  createDate: z.string(),
  /** Empty until the job has ended. */
  endDate: z.string(),
})
export type Job = z.output<typeof job>

/** The output of calls that queue a job. */
export const jobRef = z.object({ jobId: z.number() })

export const jobOperations = withAreaTitles({ job: '后台任务' })({
  /** The caller's own jobs; super administrators see all. */
  'job.findById': query({
    method: 'GET',
    path: cms('job/findById/{id}'),
    title: '任务进度',
    access: session,
    background: true,
    input: byId,
    output: job,
  }),
  /** The caller's unfinished jobs, newest first, so that a restarted page can show them again. */
  'job.list': query({
    method: 'GET',
    path: cms('job/list'),
    title: '进行中的任务',
    access: session,
    input: none,
    output: z.array(job),
  }),
  'job.cancel': mutation({
    method: 'POST',
    path: cms('job/cancel'),
    title: '取消任务',
    access: session,
    input: byId,
    output: nothing,
    success: '已取消',
    stale: ['job.findById', 'job.list'],
  }),
})
