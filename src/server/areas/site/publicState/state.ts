import type { PublicState } from '#shared/contract/publicState.ts'

/** What is known of a site's way to its visitors. */
export interface SiteWay {
  /** Closed sites are answered by the server with a notice. */
  isOpen: boolean
  hasTemplate: boolean
  /** Changes are built by themselves. */
  isAuto: boolean
  /** Time of the next planned build, as shown; '' for none. */
  plannedDate: string
  /** 0: nothing is built. */
  buildTime: number
  /** Does the last build tell which page shows which entry? */
  hasPages: boolean
  /** The last build job; null for none. */
  build: { state: 'open' | 'failed' | 'ended'; message: string; endTime: number } | null
  /** The target that visitors reach; null: they reach the server itself. */
  target: TargetWay | null
}

export interface TargetWay {
  name: string
  isAuto: boolean
  isPaused: boolean
  isDeploying: boolean
  /** The last deployment of the last build; null for none. */
  last: { state: 'confirm' | 'failed' | 'ended'; message: string } | null
}

/** What is known of an entry's page. */
export interface EntryWay {
  id: number
  isPublic: boolean
  /** Of the entry's last change that the pages don't show; 0 when they show all. */
  staleTime: number
  /** In the last build; a `revision` of '' means that it was taken away. */
  page: { revision: string; problem: string } | null
  /** Revision of what lies at its path at the target; '' for nothing. */
  targetRevision: string
  /** Another entry has a page at the path now. */
  isPathTaken: boolean
  /** Address of the page for visitors. */
  address: string
  /** Why the site makes no page of the entry. */
  noPageReason: string
}

/** What visitors find of an entry; null when it was never on the way to them. */
export function publicStateOf(site: SiteWay, entry: EntryWay): PublicState | null {
  const { id, isPublic, page, address } = entry
  const isServed = page !== null && page.revision !== '' && site.isOpen
  const isAtTarget = entry.targetRevision !== '' && !entry.isPathTaken
  const url = (site.target ? isAtTarget : isServed) ? address : ''
  const found = isPublic ? publishedState(site, entry) : leavingState(site, entry, isAtTarget)
  return found && { id, reason: '', needsBuild: false, url, ...found }
}

type Found = Pick<PublicState, 'kind'> & Partial<PublicState>

function publishedState(site: SiteWay, entry: EntryWay): Found {
  const { page, staleTime, targetRevision } = entry
  if (!site.isOpen && !site.target) return { kind: 'closed', reason: '站点已关闭，访客无法访问网站' }
  const isUnknown = !site.hasPages && page === null
  if (staleTime > 0 || site.buildTime === 0 || isUnknown) return unbuiltState(site, staleTime)
  if (page === null || page.revision === '')
    return page?.problem ? { kind: 'failed', reason: page.problem } : { kind: 'noPage', reason: entry.noPageReason }
  if (page.problem !== '') return { kind: 'failed', reason: page.problem }
  if (!site.target || targetRevision === page.revision) return { kind: 'live' }
  return undeployedState(site.target)
}

function unbuiltState(site: SiteWay, since: number): Found {
  const { build } = site
  if (build?.state === 'open') return { kind: 'building' }
  const needsBuild = site.hasTemplate && (!site.isAuto || !site.isOpen)
  if (build?.state === 'failed' && build.endTime >= since) return { kind: 'failed', reason: build.message, needsBuild }
  if (!site.hasTemplate) return { kind: 'waiting', reason: '站点没有选择模板，请在“站点模板关联”中选择' }
  return { kind: 'waiting', needsBuild, reason: needsBuild ? whyUnbuilt(site) : '' }
}

function whyUnbuilt({ isOpen, plannedDate }: SiteWay): string {
  const why = isOpen ? '自动生成未开启' : '站点已关闭，不会自动生成'
  return plannedDate === '' ? why : `${why}，将于 ${plannedDate} 定时生成`
}

function undeployedState({ name, isAuto, isPaused, isDeploying, last }: TargetWay): Found {
  if (isDeploying) return { kind: 'deploying' }
  if (last?.state === 'failed') return { kind: 'deployFailed', reason: last.message }
  if (last?.state === 'confirm') return { kind: 'undeployed', reason: last.message }
  if (isPaused) return { kind: 'undeployed', reason: `“${name}”已还原到较早的状态，请在“发布目标”中发布` }
  return { kind: 'undeployed', reason: isAuto ? '' : `“${name}”没有开启自动发布，请在“发布目标”中发布` }
}

/** Of an entry that is not public: what is still there of it. */
function leavingState(site: SiteWay, { page, staleTime }: EntryWay, isAtTarget: boolean): Found | null {
  if (page === null) return null
  if (page.revision !== '') {
    const { kind: _kind, ...why } = unbuiltState(site, staleTime)
    return { ...why, kind: 'leaving' }
  }
  if (!site.target || !isAtTarget) return { kind: 'gone' }
  const { reason = '' } = undeployedState(site.target)
  return { kind: 'leaving', reason }
}
