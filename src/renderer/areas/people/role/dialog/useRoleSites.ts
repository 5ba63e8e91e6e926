import { useCallback, useState } from 'react'
import type { RoleDetail } from '#shared/contract/role.ts'
import { copyTicks, type Ticks } from '#shared/domain/roleTicks.ts'
import { call } from '#renderer/data/client.ts'
import { copySites, rebaseSites, type SiteTicks, initialSites, addLoaded } from './siteTicks.ts'

/** Reads a group with the tree of one site, or with all trees. */
export const readRole = async (id: number, siteId?: number): Promise<RoleDetail> =>
  (await call('role.findByRoleId', siteId === undefined ? { id } : { id, siteId })).data

/** The ticks of the sites in the dialog. Trees are loaded one by one. */
export function useRoleSites(id: number, detail: RoleDetail, copied: boolean) {
  const [sites, setSites] = useState<readonly SiteTicks[]>(() => (copied ? copySites(detail) : initialSites(detail)))
  const change = useCallback(
    (siteId: number, to: (ticks: Ticks) => Ticks) =>
      setSites((now) => now.map((site) => (site.siteId === siteId ? { ...site, ticks: to(site.ticks) } : site))),
    [],
  )

  /** Loads the tree of a site. Rejects with AppError. */
  const load = async (siteId: number): Promise<void> => {
    const answer = await readRole(id, siteId)
    setSites((now) => addLoaded(now, answer))
  }
  const treeOf = async (siteId: number): Promise<SiteTicks | undefined> => {
    const known = sites.find((site) => site.siteId === siteId)
    if (known?.loaded) return known
    const answer = await readRole(id, siteId)
    setSites((now) => addLoaded(now, answer))
    return initialSites(answer).find((site) => site.siteId === siteId)
  }
  /**
   * Copies the ticks of another site or another group to a site. Returns the numbers of matched and unmatched menus.
   */
  const copy = async (siteId: number, from: { siteId: number } | { roleId: number }) => {
    const to = sites.find((site) => site.siteId === siteId)
    const source =
      'siteId' in from
        ? await treeOf(from.siteId)
        : initialSites(await readRole(from.roleId, siteId)).find((site) => site.siteId === siteId)
    if (!to || !source) return { matched: 0, unmatched: 0 }
    const { ticks, ...counts } = copyTicks({ ...source, sameSite: 'roleId' in from }, to)
    change(siteId, () => ticks)
    return counts
  }
  /** Reloads the loaded sites and reapplies the user's changes. Returns the current group. */
  const reload = async (): Promise<RoleDetail> => {
    const loaded = sites.filter((site) => site.loaded)
    const answers = await Promise.all(loaded.map((site) => readRole(id, site.siteId)))
    setSites((now) => answers.reduce<readonly SiteTicks[]>((all, answer) => rebaseSites(all, answer), now))
    return answers[0] ?? readRole(id, 0)
  }
  return { sites, change, load, copy, reload }
}
