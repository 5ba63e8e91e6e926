import { z } from 'zod'
import { areas, cms, mutation, query, session } from './define.ts'
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

/** Long work of the server. `message` says in Chinese what it does now, or why it ended. */
export const job = z.object({
  id: z.number(),
  kind: z.enum(JOB_KINDS),
  title: z.string(),
  state: z.enum(JOB_STATES),
  /** 0 to 100. */
  progress: z.number(),
  message: z.string(),
  siteId: z.number(),
  /** What a finished job made (the new site of a copy); 0 for none. */
  resultId: z.number(),
  createDate: z.string(),
  /** Empty until it has ended. */
  endDate: z.string(),
})
export type Job = z.output<typeof job>

/** The answer of calls that queue a job. */
export const jobRef = z.object({ jobId: z.number() })

export const jobOperations = areas({ job: '后台任务' })({
  /** Of one's own jobs; a super administrator sees all. */
  'job.findById': query({
    method: 'GET',
    path: cms('job/findById/{id}'),
    title: '任务进度',
    access: session,
    background: true,
    input: byId,
    output: job,
  }),
  /** One's own jobs that have not ended, the newest first: a page that starts anew finds them again. */
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
