import { z } from 'zod'
import { withAreaTitles, cms, column, query } from './define.ts'
import { id } from './fields.ts'

/** Feature name (capabilities.features). */
export const PUBLIC_STATE_FEATURE = 'public-state-1'

export const PUBLIC_STATES = [
  /** Published; the next build makes the page. */
  'waiting',
  'building',
  /** The page is built and not at the publish target yet. */
  'undeployed',
  'deploying',
  'live',
  'failed',
  'deployFailed',
  /** The site makes no page of the entry. */
  'noPage',
  /** The site is closed to visitors. */
  'closed',
  /** No longer published, and the page is still there. */
  'leaving',
  'gone',
] as const
export type PublicStateKind = (typeof PUBLIC_STATES)[number]

/** What visitors of the website find of an entry. */
const publicState = z.object({
  /** Id of the entry. */
  id: z.number(),
  kind: z.enum(PUBLIC_STATES),
  /** Why, in Chinese; '' when the state says it. */
  reason: z.string(),
  /** Address of the page that visitors see now, of this version or an earlier one; '' for none. */
  url: z.string(),
  /** A build would bring it on, and none comes by itself. */
  needsBuild: z.boolean(),
})
export type PublicState = z.output<typeof publicState>

/** Entries of one call: the largest page of a list. */
const MAX_ENTRIES = 1000

export const publicStateOperations = withAreaTitles({ publicState: '上线状态' })({
  /** The states of entries of a column. Entries that were never published are left out. */
  'publicState.list': query({
    method: 'POST',
    path: cms('public-state/list'),
    title: '上线状态',
    access: column('read', 'classId'),
    background: true,
    input: z.object({ classId: id, ids: z.array(id).max(MAX_ENTRIES) }),
    output: z.array(publicState),
  }),
})
