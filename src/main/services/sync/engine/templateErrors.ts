import { checkFolder } from '#services/templateCheck/checkFolder.ts'
import type { FoundError } from '../core/safety.ts'
import type { Session } from './context.ts'

/**
 * Errors of the template files in a workspace's folder; none if the check itself fails, so that it never blocks a sync.
 */
export async function templateErrors({ layout, log }: Session): Promise<readonly FoundError[]> {
  try {
    return (await checkFolder(layout.root, null)).filter(({ severity }) => severity === 'error')
  } catch (error) {
    log.error('the templates were not checked', { error })
    return []
  }
}
