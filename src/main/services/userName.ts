import { userInfo } from 'node:os'

/** Who runs this process; empty for an account that the system has no name of, as one of a directory that is out of reach. */
export function userName(): string {
  try {
    return userInfo().username
  } catch {
    return ''
  }
}
