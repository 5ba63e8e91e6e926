import { checkFolder } from '#services/templateCheck/checkFolder.ts'
import type { FoundError } from '../core/safety.ts'
import type { Session } from './context.ts'

/** Errors of the template files in a workspace's folder; none when they can't be checked: a check holds nothing up by its own faults. */
export async function templateErrors({ layout, log }: Session): Promise<readonly FoundError[]> {
  try {
    return (await checkFolder(layout.root, null)).filter(({ severity }) => severity === 'error')
  } catch (error) {
    log.error('the templates were not checked', { error })
    return []
  }
}
