import { checkTemplateFolder } from '#services/templateCheck/checkFolder.ts'
import type { CheckedError } from '../core/safety.ts'
import type { Session } from './context.ts'

/**
 * Errors of the template files in a workspace's folder; none if the check itself fails, so that it never blocks a sync.
 */
export async function findTemplateErrors({ layout, log }: Session): Promise<readonly CheckedError[]> {
  try {
    return (await checkTemplateFolder(layout.root, null)).filter(({ severity }) => severity === 'error')
  } catch (error) {
    log.error('the templates were not checked', { error })
    return []
  }
}
