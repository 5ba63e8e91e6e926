import { userInfo } from 'node:os'

/**
 * The user of this process; '' for an account without a name on this system, for example of an unreachable directory.
 */
export function readUserName(): string {
  try {
    return userInfo().username
  } catch {
    return ''
  }
}
