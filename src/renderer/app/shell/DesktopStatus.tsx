import { useEffect, useEffectEvent, useMemo, useRef, useSyncExternalStore } from 'react'
import type { JumpTarget, DesktopState, SessionStatus } from '#shared/contract/host.ts'
import { NOTICES_FEATURE } from '#shared/contract/features.ts'
import { notifyInBackground } from '#renderer/data/background.ts'
import { inElectron } from '#renderer/data/bridge.ts'
import { call } from '#renderer/data/client.ts'
import { useCurrentSite } from '#renderer/data/currentSite.ts'
import { useRead } from '#renderer/data/useRead.ts'
import { useServerFeature } from '#renderer/data/useServerFeature.ts'
import { useTaskCount } from '#renderer/features/approval/useTaskCount.ts'
import { followedJobs, onFollowed } from '#renderer/features/jobs/followed.ts'
import { useSiteItems } from '#renderer/features/sites/useSiteItems.ts'
import { useUploadFact } from '#renderer/features/uploads/hooks.ts'
import type { NavGroup } from '#renderer/ui/page/navigation.ts'
import { screens } from '../screens.ts'
import { actionCommandsOf } from './commands.ts'

const countRunningJobs = (): number => followedJobs().filter(({ ended }) => !ended).length
/** Limit of workspaces, of sites and of commands in the jump list. */
const MAX_PER_KIND = 5

/** Titles of commands that create a record. */
const CREATE_PATTERN = /^(?:新建|新增|添加)/

interface Props {
  session: SessionStatus
  groups: readonly NavGroup[]
}

/** Reports running and waiting work to the tray, the badge and the task bar. Renders nothing. */
export function DesktopStatus({ session, groups }: Props) {
  const state = useDesktopState()
  const { syncing, conflicts, tasks, unread, uploads, jobs } = state
  const before = useRef(conflicts)
  const currentState = useEffectEvent(() => state)
  useEffect(() => {
    const now = currentState()
    if (inElectron()) void call('desktop.showState', now).catch(() => undefined)
    else setBadge(now.conflicts + now.tasks + now.unread)
  }, [syncing, conflicts, tasks, unread, uploads, jobs])
  useEffect(() => {
    if (conflicts > before.current)
      void notifyInBackground(
        `本地同步有 ${conflicts} 个冲突`,
        '本机和服务器都改动了同一个文件，请选择要保留的版本。',
        '/workspace',
      )
    before.current = conflicts
  }, [conflicts])
  usePublishJumpList(session, groups)
  return null
}

function useDesktopState(): DesktopState {
  const workspaces = useRead('workspaces.list', {}, { quiet: true }).data ?? []
  const noticesOffered = useServerFeature(NOTICES_FEATURE)
  const unread = useRead('notice.count', {}, { quiet: true, enabled: noticesOffered }).data?.unread ?? 0
  return {
    syncing: workspaces.filter(({ state }) => state === 'syncing').length,
    conflicts: workspaces.reduce((all, each) => all + each.conflicts, 0),
    tasks: useTaskCount(),
    unread,
    uploads: useUploadFact(({ totals }) => totals.open),
    jobs: useSyncExternalStore(onFollowed, countRunningJobs),
  }
}

/** Sets the badge of the program that was installed from the browser into the dock or task bar. */
function setBadge(waiting: number): void {
  const set = waiting > 0 ? navigator.setAppBadge?.(waiting) : navigator.clearAppBadge?.()
  // Browsers may refuse a badge to pages that are not installed.
  set?.catch(() => undefined)
}

/** Publishes workspaces, sites and commands for the jump list and the dock. */
function usePublishJumpList(session: SessionStatus, groups: readonly NavGroup[]): void {
  const workspaces = useRead('workspaces.list', {}, { quiet: true }).data
  const { items } = useSiteItems()
  const siteId = useCurrentSite()
  const places = useMemo((): JumpTarget[] => {
    const ofWorkspaces = (workspaces ?? [])
      .toSorted((a, b) => b.lastSync.localeCompare(a.lastSync))
      .slice(0, MAX_PER_KIND)
      .map(({ id, templateName }): JumpTarget => {
        const href = `/workspace?${new URLSearchParams({ id })}`
        return { title: templateName, href, siteId: 0, kind: 'recent' }
      })
    const sites = items
      .toSorted((a, b) => Number(b.id === siteId) - Number(a.id === siteId))
      .slice(0, MAX_PER_KIND)
      .map(({ id, title }): JumpTarget => ({ title, href: '/index', siteId: id, kind: 'recent' }))
    const createCommands = actionCommandsOf(groups, screens, session, siteId)
      .filter(({ title, params }) => CREATE_PATTERN.test(title) && params !== undefined)
      .slice(0, MAX_PER_KIND)
      .map(({ title, path, params }): JumpTarget => ({
        title,
        href: `${path}?${new URLSearchParams(params)}`,
        siteId: 0,
        kind: 'begin',
      }))
    return [...ofWorkspaces, ...sites, ...createCommands].map((place) => ({
      ...place,
      title: place.title.slice(0, 100) || '（未命名）',
    }))
  }, [workspaces, items, siteId, groups, session])
  useEffect(() => {
    if (inElectron()) void call('desktop.setJumpList', { places }).catch(() => undefined)
  }, [places])
}
