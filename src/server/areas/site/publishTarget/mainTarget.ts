import { originOf } from '#engine/index.ts'
import { targetUrl, type TargetRow } from './state.ts'

type Place = Pick<TargetRow, 'kind' | 'origin' | 'basePath'>

const withoutSlash = (origin: string): string => origin.replace(/\/+$/, '').toLowerCase()

/**
 * The target that visitors of the site reach: the one at the site's first domain, otherwise at another of its domains.
 * Without a domain it is the first target with an address of its own. Nobody visits a zip. null: visitors reach the server itself.
 * @param all in the order in which they were added
 */
export function mainTarget<Target extends Place>(all: readonly Target[], domains: string): Target | null {
  const targets = all.filter(({ kind }) => kind !== 'zip')
  const origins = domains.split(',').flatMap((host) => originOf({ domains: [host.trim()] }) || [])
  const [first] = origins
  if (first === undefined) return targets.find(({ origin }) => origin !== '') ?? targets[0] ?? null
  for (const wanted of origins) {
    const found = targets.find(({ origin }) => withoutSlash(origin || first) === withoutSlash(wanted))
    if (found) return found
  }
  return null
}

/** The address of a page at a target; '' while no domain is known. @param address from the root of the site, `/a.html` */
export function addressAtTarget(target: Place, domains: string, address: string): string {
  const home = targetUrl(target, domains)
  return home === '' ? '' : `${home.replace(/\/$/, '')}${address}`
}
